import { describe, expect, it } from 'vitest';
import { apiClient } from './api-client.ts';
import { patientSend } from './patient-send.ts';

/** Answers one after the other, and what was asked. */
function answering(...answers: readonly (number | Error)[]) {
  const keys: (string | null)[] = [];
  let next = 0;
  const send = async (_url: string, init: RequestInit): Promise<Response> => {
    keys.push(new Headers(init.headers).get('idempotency-key'));
    const answer = answers[Math.min(next, answers.length - 1)]!;
    next += 1;
    if (answer instanceof Error) throw answer;
    return Response.json({ status: answer }, { status: answer });
  };
  const call = (patienceMs: number) =>
    apiClient('http://api', 'key', patientSend({ send, patienceMs, pauseMs: 1 }));
  return { keys, call };
}

describe('a call of the demo', () => {
  it('a call that is not answered or answered with 503 is retried, a POST under the same key', async () => {
    const { keys, call } = answering(503, new TypeError('fetch failed'), 201);
    expect(await call(60_000).post('/properties', {})).toEqual({ status: 201 });
    expect(keys).toHaveLength(3);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(new Set(keys).size).toBe(1);
  });

  it('a refusal is not repeated, and an outage that does not end is reported', async () => {
    const refused = answering(422, 201);
    await expect(refused.call(60_000).post('/properties', {})).rejects.toThrow('422');
    expect(refused.keys).toHaveLength(1);
    await expect(answering(503).call(5).get('/account')).rejects.toThrow('503');
    await expect(answering(new TypeError('fetch failed')).call(5).get('/account')).rejects.toThrow('failed');
  });
});

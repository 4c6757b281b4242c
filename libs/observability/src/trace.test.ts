import { describe, expect, it } from 'vitest';
import { currentTrace, isRequestId, newRequestId, traceOf, withActor, withTrace } from './trace.ts';

describe('a trace', () => {
  it('a trace keeps its id and gets a new span in each process', () => {
    const parent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
    const child = withTrace({ requestId: 'request-1', traceparent: parent }, () => currentTrace());
    expect(child?.requestId).toBe('request-1');
    expect(child?.traceparent).toMatch(/^00-a{32}-[0-9a-f]{16}-01$/);
    expect(child?.traceparent).not.toBe(parent);
  });

  it('a trace starts anew when the traceparent of the caller is malformed', () => {
    const trace = withTrace({ traceparent: 'nonsense' }, () => currentTrace());
    expect(trace?.traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  });

  it('a trace does not leak from one request into the next', async () => {
    await withTrace({ requestId: 'request-1' }, async () => {
      await Promise.resolve();
    });
    expect(currentTrace()).toBeUndefined();
  });

  it('a trace keeps its actor for what is stored, sent and continued later', () => {
    const actor = { kind: 'api_key', id: 'd1a2b3c4e5f6g7h8i9j0', name: 'Büro' };
    const stored = withTrace({ requestId: 'request-1' }, () =>
      withActor(actor, () => traceOf({ requestId: 'request-1' })),
    );
    expect(stored).toMatchObject({ requestId: 'request-1', actor });
    expect(withTrace(stored, () => currentTrace()?.actor)).toEqual(actor);
  });

  it('a request id with unsafe characters is replaced', () => {
    expect(isRequestId('abcd-1234')).toBe(true);
    expect(isRequestId('short')).toBe(false);
    expect(isRequestId('line\nbreak-1234')).toBe(false);
    expect(isRequestId(['abcd-1234'])).toBe(false);
    const many = new Set(Array.from({ length: 10_000 }, newRequestId));
    expect(many.size).toBe(10_000);
    expect([...many].every(isRequestId)).toBe(true);
  });
});

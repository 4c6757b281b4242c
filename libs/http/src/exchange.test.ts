import { Writable } from 'node:stream';
import { createLogger, createMetrics } from '@estate/observability';
import { describe, expect, it } from 'vitest';
import type { AnsweredRequest } from './exchange.ts';
import { route } from './route.ts';
import { startHttpServer } from './server.ts';

describe('the measured duration of a request', () => {
  it('the measured duration of a request leaves out what its caller asked to wait', async () => {
    const metrics = createMetrics('test');
    const one = await startHttpServer({
      ...{ port: 0, host: '127.0.0.1', bodyLimitBytes: 1000, metrics },
      log: createLogger({ service: 'test', level: 'silent' }),
      routes: [
        route({
          method: 'GET',
          path: '/waiting',
          admit: ({ notes }) => Promise.resolve(Object.assign(notes, { waitedMs: 3_600_000 })),
          handle: () => Promise.resolve({ status: 200, body: {} }),
        }),
      ],
    });
    await fetch(`http://127.0.0.1:${String(one.port)}/waiting`);
    await one.close();
    const shown = await metrics.registry.metrics();
    expect(shown).toMatch(/http_server_request_duration_seconds_sum\{[^}]*route="\/waiting"[^}]*\} 0\n/);
  });
});

describe('the line of the log of a request', () => {
  const owner = { kind: 'user', id: 'user-1', name: 'Anna Beispiel' };
  const noted = (status: number, body: object) =>
    route({
      method: 'GET',
      path: `/noted/${String(status)}`,
      admit: ({ notes }) => {
        Object.assign(notes, { accountId: 'account-1', actor: owner, resourceIds: ['target-1'] });
        return Promise.resolve(undefined);
      },
      handle: () =>
        Promise.resolve({ status, raw: { mediaType: 'application/json', body: JSON.stringify(body) } }),
    });

  it('the line of the log names account, actor, resources and error code of a request, but no person', async () => {
    const lines: string[] = [];
    const destination = new Writable({
      write: (chunk: Buffer, _encoding, written) => {
        lines.push(chunk.toString());
        written();
      },
    });
    const answered: AnsweredRequest[] = [];
    const one = await startHttpServer({
      port: 0,
      host: '127.0.0.1',
      metrics: createMetrics('test'),
      bodyLimitBytes: 1000,
      log: createLogger({ service: 'test', level: 'info', destination }),
      routes: [noted(200, {}), noted(409, { code: 'webhook-changed' })],
      onAnswered: (request) => answered.push(request),
    });
    for (const path of ['/noted/200', '/noted/409', '/unknown']) {
      await fetch(`http://127.0.0.1:${String(one.port)}${path}`, {
        headers: { 'x-request-id': 'request-1' },
      });
    }
    await one.close();
    const known = {
      accountId: 'account-1',
      actor: { kind: 'user', id: 'user-1' },
      resourceIds: ['target-1'],
    };
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { msg: 'http.request', requestId: 'request-1', status: 200, ...known },
      { msg: 'http.request', status: 409, code: 'webhook-changed', ...known },
      { msg: 'http.request', route: 'unknown', status: 404, code: 'path-unknown' },
    ]);
    expect(lines.join()).not.toContain('Anna');
    expect(lines[0]).not.toContain('"code"');
    expect(answered.map(({ route: path, status, code }) => [path, status, code])).toEqual([
      ['/noted/200', 200, undefined],
      ['/noted/409', 409, 'webhook-changed'],
      ['unknown', 404, 'path-unknown'],
    ]);
    expect(answered[0]?.head.notes.actor).toEqual(owner);
  });
});

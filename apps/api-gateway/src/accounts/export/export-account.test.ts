import { Readable } from 'node:stream';
import { listEvents, listProperties, listWebhooks } from '@estate/contracts';
import type { Operation } from '@estate/contracts';
import { NotFound } from '@estate/errors';
import { startHttpServer, route } from '@estate/http';
import { createLogger, createMetrics } from '@estate/observability';
import { eventually } from '@estate/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AccountsDeps } from '../accounts-deps.ts';
import type { Call } from '../../edge/routing/call.ts';
import { FewAtOnce } from '../../edge/turns/few-at-once.ts';
import { exportLines, exportOf } from './export-account.ts';

const CALL: Call = { accountId: 'd1a2b3c4e5f6g7h8i9j0', requestId: 'req-1', permissions: ['erase'] };
const NOW = new Date('2026-11-01T08:00:00.000Z');
const PAGES = 200;

/** How many pages of properties were asked for. */
let pages: number;
let owners: Map<Operation, (input: { startAfter?: string }) => unknown>;
let closing: unknown;
const servers: { close(): Promise<void> }[] = [];

beforeEach(() => {
  pages = 0;
  closing = null;
  owners = new Map<Operation, (input: { startAfter?: string }) => unknown>([
    [listProperties, ({ startAfter = '0' }) => manyProperties(Number(startAfter))],
    [
      listWebhooks,
      () => ({ hasMore: false, data: [{ id: 'w', signingKey: 'whsec_secret', headers: { a: 'secret' } }] }),
    ],
  ]);
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

/** A page of a large account, about 100 kB. */
function manyProperties(after: number) {
  pages += 1;
  const data = Array.from({ length: 100 }, (_, index) => ({
    id: String(after + index + 1),
    text: 'x'.repeat(1000),
  }));
  return { hasMore: pages < PAGES, data };
}

const empty = { list: () => Promise.resolve({ hasMore: false, data: [] }) };
const account = { id: CALL.accountId, name: 'Own', createdAt: NOW, updatedAt: NOW };

const deps = () =>
  ({
    ...{ users: empty, apiKeys: empty, auditEntries: empty, requestLogEntries: empty },
    accounts: { get: () => Promise.resolve(account), find: () => Promise.resolve(account) },
    turns: { run: (_account: string, read: () => unknown) => read() },
    exports: new FewAtOnce({ max: 2, code: 'too-many-exports', name: 'exports' }),
    clock: () => NOW,
    closings: { store: { newestOf: () => Promise.resolve(closing) } },
    askOwner: (operation: Operation, input: { startAfter?: string }) =>
      Promise.resolve().then(() =>
        (owners.get(operation) ?? (() => ({ hasMore: false, data: [], days: [], countedUntil: '' })))(input),
      ),
  }) as unknown as AccountsDeps;

const linesOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { kind: string; data: Record<string, unknown> });
async function textOf(lines: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const line of lines) text += line;
  return text;
}
const whole = async () => linesOf(await textOf(exportLines(CALL, deps())));

/** Serves the export as the gateway does. */
async function serve(): Promise<string> {
  const exported = deps();
  const server = await startHttpServer({
    ...{ port: 0, host: '127.0.0.1', bodyLimitBytes: 1000 },
    log: createLogger({ service: 'test', level: 'silent' }),
    metrics: createMetrics('test'),
    routes: [
      route({
        ...{ method: 'GET', path: '/account/export' },
        admit: () => Promise.resolve(undefined),
        handle: () => Promise.resolve({ status: 200, ...exportOf(CALL, exported) }),
      }),
    ],
  });
  servers.push(server);
  return `http://127.0.0.1:${String(server.port)}/account/export`;
}

describe('the export of an account', () => {
  it('an export begins with the account it is of and ends with the number of lines of each kind', async () => {
    const lines = await whole();
    expect(lines[0]).toMatchObject({ kind: 'export', data: { accountId: CALL.accountId } });
    const { kind, data } = lines.at(-1)!;
    expect(kind).toBe('manifest');
    expect(data['counts']).toMatchObject({ account: 1, property: 100 * PAGES, webhook: 1, event: 0 });
    for (const [of, count] of Object.entries(data['counts'] as Record<string, number>)) {
      expect(lines.filter((line) => line.kind === of)).toHaveLength(count);
    }
  });

  it('an export has no secrets of webhooks', async () => {
    expect(JSON.stringify((await whole()).filter(({ kind }) => kind === 'webhook'))).not.toContain('secret');
  });

  it('an export names what could not be read, and contains the rest', async () => {
    const unreadable = [{ id: 'lost', unreadable: true }];
    owners.set(listEvents, () => ({ hasMore: false, data: [{ eventId: 'e' }], unreadable }));
    const user = { id: 'u', accountId: CALL.accountId, email: 'a@example.org', invitedAt: 'damaged' };
    const users = { list: () => Promise.resolve({ hasMore: false, data: [user] }) };
    const lines = linesOf(await textOf(exportLines(CALL, { ...deps(), users } as unknown as AccountsDeps)));
    expect(lines.at(-1)!.data).toMatchObject({
      counts: { event: 1, user: 0 },
      unreadable: [
        { kind: 'user', id: 'u' },
        { kind: 'event', id: 'lost' },
      ],
    });
    owners.delete(listEvents);
    expect((await whole()).at(-1)!.data).not.toHaveProperty('unreadable');
  });

  it('an export leaves out what is deleted while it is made', async () => {
    owners.set(listEvents, () => ({ hasMore: false, data: [] }));
    const { askOwner, ...others } = deps();
    const lines = exportLines(CALL, {
      ...others,
      askOwner: (operation: Operation, input: object, call: unknown) => {
        if (operation.subject === 'ask.notifier.list-deliveries')
          return Promise.reject(new NotFound('There is no such webhook.', { code: 'webhook-not-found' }));
        return askOwner(operation as never, input as never, call as never);
      },
    });
    const all = linesOf(await textOf(lines));
    expect(all.at(-1)).toMatchObject({ kind: 'manifest', data: { counts: { webhook: 1, delivery: 0 } } });
  });

  it('an export reads no further ahead of a slow reader than its buffers hold, and goes on when it reads', async () => {
    const response = await fetch(await serve());
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    await reader.read();
    // Until nothing more is asked for, however often the event loop turns.
    for (let before = -1, turns = 0; before !== pages || turns < 200; turns += 1) {
      before = pages;
      await new Promise((resolve) => setImmediate(resolve));
    }
    const ahead = pages;
    expect(ahead).toBeLessThan(PAGES / 2);
    let bytes = 0;
    for (let part = await reader.read(); !part.done; part = await reader.read()) bytes += part.value.length;
    expect(pages).toBe(PAGES);
    expect(bytes).toBeGreaterThan(15_000_000);
  });

  it('an export whose reader goes away asks for nothing more', async () => {
    const stopped = new AbortController();
    const response = await fetch(await serve(), { signal: stopped.signal });
    await response.body!.getReader().read();
    stopped.abort();
    const lines = exportLines(CALL, deps());
    const stream = Readable.from(lines, { objectMode: false });
    stream.read();
    stream.destroy();
    expect(await lines.next()).toMatchObject({ done: true });
    expect(pages).toBeLessThan(PAGES);
  });

  it('a third export at once is refused until one of the first two ends or loses its reader', async () => {
    const url = await serve();
    const [stopped, read] = [new AbortController(), new AbortController()];
    for (const { signal } of [stopped, read]) await (await fetch(url, { signal })).body!.getReader().read();
    const third = await fetch(url);
    expect([third.status, third.headers.get('retry-after')]).toEqual([429, '10']);
    expect(await third.json()).toMatchObject({ code: 'too-many-exports' });
    stopped.abort();
    await eventually(async () => {
      const next = await fetch(url);
      await next.body!.cancel();
      return next.status === 200;
    });
    read.abort();
  });

  it.each([
    ['a service fails', () => owners.set(listEvents, () => Promise.reject(new Error('gone')))],
    ['the account is being erased', () => (closing = { state: 'closing', phase: 'erasing' })],
  ])('an export breaks off without a manifest when %s', async (_when, happen) => {
    happen();
    const response = await fetch(await serve());
    let text = '';
    const reading = (async () => {
      for await (const part of response.body!.pipeThrough(new TextDecoderStream())) text += part;
    })();
    await expect(reading).rejects.toThrow();
    expect(text).toContain('{"kind":"export"');
    expect(text).not.toContain('"kind":"manifest"');
  });

  it('an export is whole while the listings of the account are taken down', async () => {
    closing = { state: 'closing', phase: 'taking_down' };
    expect((await whole()).at(-1)?.kind).toBe('manifest');
  });
});

import { listRequests } from '@estate/contracts';
import type { ContactRequest, Operation } from '@estate/contracts';
import { beforeEach, describe, expect, it } from 'vitest';
import type { AccountsDeps } from '../accounts-deps.ts';
import type { Call } from '../../edge/routing/call.ts';
import { CSV_HEAD, csvLines } from './request-csv.ts';

const CALL: Call = { accountId: 'd1a2b3c4e5f6g7h8i9j0', requestId: 'req-1', permissions: ['read'] };
const request = (id: string, more: Partial<ContactRequest> = {}): ContactRequest => ({
  ...{ id, createdAt: '2026-11-01T08:30:00.000Z', message: 'Hallo', targetId: 't' },
  ...{ prospect: {}, propertyProvidedByPlatform: {}, handling: { state: 'new' }, ...more },
});

let pages: { data: ContactRequest[]; unreadable?: { id: string; unreadable: true }[] }[];
let asked: object[];
beforeEach(() => {
  asked = [];
});

const deps = () =>
  ({
    users: {
      find: (_account: string, id: string) =>
        Promise.resolve(id === 'u' ? { name: 'Anna Adler', email: 'a@example.org' } : null),
    },
    turns: { run: (_account: string, read: () => unknown) => read() },
    ...{ auditEntries: {}, requestLogEntries: {} },
    askOwner: (operation: Operation, input: object) => {
      if (operation !== listRequests) throw new Error(operation.subject);
      const page = pages[asked.push(input) - 1];
      return Promise.resolve({ ...page, hasMore: asked.length < pages.length });
    },
  }) as unknown as AccountsDeps;
async function linesOf(query: object): Promise<string[]> {
  const lines = [];
  for await (const line of csvLines(query, CALL, deps())) lines.push(line);
  return lines;
}

describe('the requests of an account as CSV', () => {
  it('the requests of an account as CSV are read page by page with the filters of the call', async () => {
    pages = [{ data: [request('a')] }, { data: [request('b')] }];
    const lines = await linesOf({ state: 'new', q: 'anna' });
    expect(lines.map((line) => line.split(',')[0])).toEqual(['\uFEFFid', 'a', 'b']);
    expect(asked).toEqual([
      { state: 'new', q: 'anna', limit: 100, order: 'asc' },
      { state: 'new', q: 'anna', limit: 100, order: 'asc', startAfter: 'a' },
    ]);
  });

  it('the requests of an account as CSV name the assignee, and have no formula from a prospect', async () => {
    const prospect = { lastName: '=HYPERLINK("http://x")', phone: '+49 351 1' };
    const handling = { state: 'done' as const, assignee: 'u', note: '@home, 10:00' };
    const removed = { state: 'inProgress' as const, assignee: 'gone' };
    pages = [{ data: [request('a', { prospect, handling }), request('b', { handling: removed })] }];
    const [head, first, second] = await linesOf({});
    expect(head).toBe(`\uFEFF${CSV_HEAD}`);
    expect(first).toBe(
      `a,2026-11-01T08:30:00.000Z,done,"'@home, 10:00",t,,,,,,"'=HYPERLINK(""http://x"")",,,'+49 351 1,,,,,Hallo,u,Anna Adler\r\n`,
    );
    expect(second).toMatch(/,gone,\r\n$/);
  });

  it('the requests of an account as CSV have a line with the id of a request that cannot be read', async () => {
    pages = [{ data: [request('a')], unreadable: [{ id: 'damaged', unreadable: true }] }];
    expect((await linesOf({})).at(-1)).toBe('damaged\r\n');
  });
});

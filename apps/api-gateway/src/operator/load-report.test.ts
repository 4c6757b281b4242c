import { Unavailable } from '@estate/errors';
import { describe, expect, it } from 'vitest';
import type { AskOwner } from '../edge/routing/ask-owner.ts';
import type { Call } from '../edge/routing/call.ts';
import type { LoadingCall } from '../stores/request-log-store.ts';
import { loadReport } from './load-report.ts';

const NOW = new Date('2026-11-27T08:00:00.000Z');
const DUE = '2026-11-27T07:59:00.000Z';

const callOf = (accountId: string, fields: Partial<LoadingCall> = {}): LoadingCall => ({
  ...{ accountId, method: 'GET', route: '/targets', status: 200, durationMs: 100 },
  ...fields,
});

const waitingOf = (accountId: string, work: string, count: number) => ({
  ...{ accountId, work, count, oldestDueAt: DUE },
});

/** The report with these answers of services; others do not answer. */
function reportOf(calls: LoadingCall[], answers: Record<string, object>) {
  const since: Date[] = [];
  const askOwner = (({ subject }: { subject: string }) => {
    const answer = answers[subject.split('.')[1] ?? ''];
    return answer ? Promise.resolve(answer) : Promise.reject(new Unavailable('no answer'));
  }) as unknown as AskOwner;
  const report = loadReport(
    { seconds: 30 },
    {} as Call,
    {
      accounts: { names: () => Promise.resolve(new Map([['a', 'Agency A']])) },
      askOwner,
      clock: () => NOW,
      requestLogEntries: {
        since: (time: Date) => {
          since.push(time);
          return Promise.resolve({ calls, isLimited: false });
        },
      },
    } as unknown as Parameters<typeof loadReport>[2],
  );
  return { report, since };
}

const NOTHING = { data: [] };

describe('the load of accounts', () => {
  it('the load of accounts names the account with the longest calls first, not the one with most of them', async () => {
    const imports = { method: 'POST', route: '/imports', durationMs: 2500 };
    const { report, since } = reportOf(
      [
        callOf('b'),
        callOf('b', { status: 429 }),
        callOf('b', { status: 503 }),
        callOf('a'),
        callOf('a', imports),
      ],
      { catalog: NOTHING, distribution: NOTHING, notifier: NOTHING, importer: NOTHING },
    );
    expect(await report).toEqual({
      since: '2026-11-27T07:59:30.000Z',
      calls: [
        {
          ...{ accountId: 'a', name: 'Agency A', calls: 2, seconds: 2.6, limited: 0, failed: 0 },
          slowestRoute: 'POST /imports',
        },
        {
          ...{ accountId: 'b', calls: 3, seconds: 0.3, limited: 1, failed: 1 },
          slowestRoute: 'GET /targets',
        },
      ],
      waiting: [],
      away: [],
    });
    expect(since).toEqual([new Date('2026-11-27T07:59:30.000Z')]);
  });

  it('the load of accounts names the account with most due work first, and the services that do not answer', async () => {
    const { report } = reportOf([], {
      catalog: { data: [waitingOf('b', 'attachments', 3)] },
      distribution: { data: [waitingOf('a', 'publications', 700), waitingOf('b', 'publications', 1)] },
      notifier: { data: [waitingOf('b', 'deliveries', 40)], isLimited: true },
    });
    const { waiting, isLimited, away } = await report;
    expect(waiting.map(({ service, accountId, count }) => [service, accountId, count])).toEqual([
      ['distribution', 'a', 700],
      ['notifier', 'b', 40],
      ['catalog', 'b', 3],
      ['distribution', 'b', 1],
    ]);
    expect(waiting[0]).toMatchObject({ name: 'Agency A', work: 'publications', oldestDueAt: DUE });
    expect({ isLimited, away }).toEqual({ isLimited: true, away: ['importer'] });
  });
});

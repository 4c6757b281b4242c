import type { StatisticsPart } from '@estate/contracts';
import { NotFound } from '@estate/errors';
import { describe, expect, it } from 'vitest';
import type { AccountsDeps } from '../accounts-deps.ts';
import { accountStatistics, periodOf, propertyStatistics, targetStatistics } from './read-statistics.ts';

const NOW = new Date('2026-11-24T10:00:00Z');
const call = { accountId: 'a', requestId: 'request-1', permissions: [] };
const PUBLICATIONS: StatisticsPart = {
  countedUntil: '2026-11-24T09:00:00.000Z',
  days: [{ date: '2026-11-23', counts: { published: 2, failed: 1 } }],
  targets: [
    { targetId: 'quiet', counts: { published: 2 } },
    { targetId: 'busy', counts: { failed: 1 } },
  ],
};
const REQUESTS: StatisticsPart = {
  countedUntil: '2026-11-24T08:00:00.000Z',
  days: [{ date: '2026-11-24', counts: { requests: 5 } }],
  targets: [{ targetId: 'busy', counts: { requests: 5 } }],
};
const NOTHING = { published: 0, failed: 0, rejected: 0, requests: 0 };

function deps({ isKnown = true, parts = [PUBLICATIONS, REQUESTS] } = {}) {
  const asked: unknown[] = [];
  const answers: Record<string, unknown> = {
    'ask.catalog.list-timeline': { isKnown },
    'ask.distribution.list-statistics': parts[0],
    'ask.inbox.list-statistics': parts[1],
  };
  const askOwner = (({ subject }: { subject: string }, input: unknown) => {
    asked.push(input);
    return Promise.resolve(answers[subject]);
  }) as AccountsDeps['askOwner'];
  return { askOwner, clock: () => NOW, asked };
}

const EMPTY: StatisticsPart = { countedUntil: NOW.toISOString(), days: [], targets: [] };

describe('statistics', () => {
  it('statistics of an account have a row for each day, and the targets with most requests first', async () => {
    const query = { from: '2026-11-22', to: '2026-11-24' };
    expect(await accountStatistics(query, call, deps())).toEqual({
      ...query,
      countedUntil: '2026-11-24T08:00:00.000Z',
      ...{ published: 2, failed: 1, rejected: 0, requests: 5 },
      days: [
        { date: '2026-11-22', ...NOTHING },
        { date: '2026-11-23', ...NOTHING, published: 2, failed: 1 },
        { date: '2026-11-24', ...NOTHING, requests: 5 },
      ],
      targets: [
        { targetId: 'busy', ...NOTHING, failed: 1, requests: 5 },
        { targetId: 'quiet', ...NOTHING, published: 2 },
      ],
    });
  });

  it('statistics of a target ask for that target only', async () => {
    const asking = deps();
    const { days } = await targetStatistics({ id: 'busy' }, call, asking);
    expect(days).toHaveLength(30);
    expect(asking.asked).toEqual(Array(2).fill({ from: '2026-10-26', to: '2026-11-24', targetId: 'busy' }));
  });

  it('statistics of a property say whether more was found than is counted, and are not found for one that nobody knows', async () => {
    const limited = deps({ parts: [PUBLICATIONS, { ...REQUESTS, isLimited: true }] });
    expect(await propertyStatistics({ id: 'p' }, call, limited)).toMatchObject({
      requests: 5,
      isLimited: true,
    });
    const unknown = deps({ isKnown: false, parts: [EMPTY, EMPTY] });
    await expect(propertyStatistics({ id: 'p' }, call, unknown)).rejects.toThrow(NotFound);
    expect(await propertyStatistics({ id: 'p' }, call, deps({ parts: [EMPTY, EMPTY] }))).toMatchObject(
      NOTHING,
    );
  });

  it.each([
    [{}, { from: '2026-10-26', to: '2026-11-24' }],
    [{ to: '2026-03-31' }, { from: '2026-03-02', to: '2026-03-31' }],
    [{ from: '2026-11-24' }, { from: '2026-11-24', to: '2026-11-24' }],
    [{ from: '2025-10-21' }, { from: '2025-10-21', to: '2026-11-24' }],
  ])('the period of the query %j is %j', (query, expected) => {
    expect(periodOf(query, NOW)).toEqual(expected);
  });

  it.each([
    [{ from: '2026-11-25' }, 'from must not be after the last day, 2026-11-24.'],
    [{ from: '2025-10-20' }, 'from must be at most 399 days before the last day, 2026-11-24.'],
  ])('the period of the query %j is refused', (query, message) => {
    expect(() => periodOf(query, NOW)).toThrow(
      expect.objectContaining({ message, code: 'validation-failed' }),
    );
  });
});

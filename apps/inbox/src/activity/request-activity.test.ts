import { COUNT_MAX, REQUEST_ORIGINS_MAX } from '@estate/contracts';
import { firstIdAt } from '@estate/persistence';
import { describe, expect, it } from 'vitest';
import { requestActivity } from './request-activity.ts';

const DATES = ['2026-11-01', '2026-11-02', '2026-11-03'];
const received = (at: string, targetId: string, propertyId?: string) => ({
  _id: firstIdAt(new Date(at)),
  targetId,
  ...(propertyId !== undefined && { propertyId }),
});

describe('the activity of requests', () => {
  it('the activity of requests has a row for each day in UTC and counts each pair of a property and a target', () => {
    const newest = [
      received('2026-11-03T00:00:00.000Z', 'portal', 'p1'),
      received('2026-11-01T23:59:59.000Z', 'portal', 'p2'),
      received('2026-11-01T09:00:00.000Z', 'portal'),
      received('2026-11-01T08:00:00.000Z', 'other portal', 'p2'),
      received('2026-11-01T07:00:00.000Z', 'portal', 'p2'),
    ];
    expect(requestActivity(newest, DATES)).toEqual({
      total: 5,
      days: [
        { date: '2026-11-01', requests: 4 },
        { date: '2026-11-02', requests: 0 },
        { date: '2026-11-03', requests: 1 },
      ],
      origins: [
        { targetId: 'portal', propertyId: 'p2', requests: 2 },
        { targetId: 'portal', propertyId: 'p1', requests: 1 },
        { targetId: 'portal', requests: 1 },
        { targetId: 'other portal', propertyId: 'p2', requests: 1 },
      ],
      answers: [],
    });
  });

  it('the activity of more requests than are counted says that there are more, and names a bounded number of origins', () => {
    const newest = Array.from({ length: COUNT_MAX + 1 }, (_, n) =>
      received('2026-11-02T08:00:00.000Z', 'portal', `p${String(n % 70)}`),
    );
    const { total, isLimited, origins, days } = requestActivity(newest, DATES);
    expect([total, isLimited, origins.length]).toEqual([COUNT_MAX, true, REQUEST_ORIGINS_MAX]);
    expect(days.map(({ requests }) => requests)).toEqual([0, COUNT_MAX, 0]);
  });

  it('the activity of an account without requests has days with zeros', () => {
    expect(requestActivity([], DATES)).toEqual({
      total: 0,
      days: DATES.map((date) => ({ date, requests: 0 })),
      origins: [],
      answers: [],
    });
  });

  it('the activity of requests has the median time of each person until the first answer', () => {
    const anna = { kind: 'user', id: 'u1', name: 'Anna' };
    const tom = { kind: 'user', id: 'u2', name: 'Tom' };
    const answered = (answeredBy: typeof anna | undefined, minutes: number) => ({
      ...received('2026-11-02T08:00:00.000Z', 'portal'),
      handling: {
        answeredAt: new Date(Date.parse('2026-11-02T08:00:00.000Z') + minutes * 60_000),
        ...(answeredBy && { answeredBy }),
      },
    });
    const open = { ...received('2026-11-02T08:00:00.000Z', 'portal'), handling: {} };
    const newest = [
      ...[answered(tom, 7), answered(anna, 600), open, answered(anna, 10), answered(anna, 30)],
      answered(undefined, 1),
    ];
    expect(requestActivity(newest, DATES).answers).toEqual([
      { by: anna, requests: 3, medianSeconds: 1800 },
      { by: tom, requests: 1, medianSeconds: 420 },
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { AttemptCounter } from './attempt-counter.ts';
import { AttemptDays } from './attempt-days.ts';
import type { DayTotal } from './attempt-days.ts';
import { attemptDaysCollection } from '../collections/library-collections.ts';
import { openCollections } from '../collections/open-collections.ts';
import { useDatabase } from '../use-database.fixture.ts';

const database = useDatabase();
const NOW = new Date('2026-11-03T08:30:00.000Z');

async function emptyDays() {
  const { db } = database();
  await db.collection('attempt-days').deleteMany({});
  await openCollections(db, { attemptDays: attemptDaysCollection });
  return new AttemptDays(db);
}

const total = (writer: string, day: string, more: Partial<DayTotal>): DayTotal => ({
  of: 'w',
  day,
  writer,
  succeeded: 0,
  failed: 0,
  ...more,
});

describe('the attempts by day', () => {
  it('a summary has a row for each day, the last one today, with the totals of every process', async () => {
    const days = await emptyDays();
    await days.raise([
      total('p1', '2026-11-01', { succeeded: 3, failed: 1 }),
      total('p1', '2026-11-03', { succeeded: 2 }),
      total('p1', '2026-10-31', { succeeded: 9 }),
    ]);
    await days.raise([total('p2', '2026-11-01', { succeeded: 4 })]);
    await days.raise([total('p1', '2026-11-01', { succeeded: 5, of: 'another webhook' })]);
    expect(await days.summary(['w'], { days: 3, now: NOW })).toEqual({
      succeeded: 9,
      failed: 1,
      days: [
        { date: '2026-11-01', succeeded: 7, failed: 1 },
        { date: '2026-11-02', succeeded: 0, failed: 0 },
        { date: '2026-11-03', succeeded: 2, failed: 0 },
      ],
    });
    const both = await days.summary(['w', 'another webhook'], { days: 3, now: NOW });
    expect([both.succeeded, both.failed, both.days[0]?.succeeded]).toEqual([14, 1, 12]);
    expect(await days.summary([], { days: 1, now: NOW })).toMatchObject({ succeeded: 0, failed: 0 });
  });

  it('a total that is written again, or after a larger one, changes nothing', async () => {
    const days = await emptyDays();
    for (const succeeded of [2, 2, 5, 3]) await days.raise([total('p1', '2026-11-03', { succeeded })]);
    expect(await days.summary(['w'], { days: 1, now: NOW })).toMatchObject({ succeeded: 5, failed: 0 });
  });

  it('attempts that several processes count at the same time are all in the summary', async () => {
    const days = await emptyDays();
    const counters = Array.from({ length: 3 }, () => new AttemptCounter(days));
    await Promise.all(
      counters.flatMap((counter) =>
        Array.from({ length: 40 }, (_, n) => {
          counter.add({ of: 'w', at: NOW, succeeded: n % 4 !== 0 });
          return counter.save();
        }),
      ),
    );
    expect(await days.summary(['w'], { days: 1, now: NOW })).toMatchObject({ succeeded: 90, failed: 30 });
  });
});

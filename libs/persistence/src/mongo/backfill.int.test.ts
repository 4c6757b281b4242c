import { beforeEach, describe, expect, it } from 'vitest';
import { Backfill } from './backfill.ts';
import { createIdSource } from './ids.ts';
import type { WalkDoc } from './portions.ts';
import { useDatabase } from '../use-database.fixture.ts';

interface Doc {
  _id: string;
  field?: true;
}

const SETTLED_MS = 600_000;
const HOUR_MS = 3_600_000;
const START = new Date('2026-11-01T08:00:00.000Z');
const after = (ms: number) => new Date(START.getTime() + ms);

const database = useDatabase();
const collectionOf = () => database().db.collection<Doc>('docs');
const backfillOf = () =>
  new Backfill<Doc>(collectionOf(), database().db.collection<WalkDoc>('walks'), {
    ...{ name: 'field', settledMs: SETTLED_MS, lacking: { field: { $exists: false } } },
    change: ({ _id }) => ({ seen: { _id }, update: { $set: { field: true } } }),
  });

beforeEach(async () => {
  await collectionOf().deleteMany({});
  await database().db.collection('walks').deleteMany({});
});

/** Documents that were stored at these times. */
async function store(times: readonly Date[], fields: Partial<Doc> = {}): Promise<void> {
  await collectionOf().insertMany(
    times.map((time) => ({ _id: createIdSource(() => time.getTime())(), ...fields })),
  );
}
const lacking = () => collectionOf().countDocuments({ field: { $exists: false } });
const walkTo = async (now: Date) => {
  while (await backfillOf().fillNext(now)) continue;
};

describe('a backfill', () => {
  it('a backfill has nothing to wait for when all documents have the field, however young they are', async () => {
    await store([START, after(1000)], { field: true });
    expect(await backfillOf().fillUntil(after(1000), after(2000))).toBe(true);
  });

  it('a backfill gives the field to the documents that lack it at once, except to younger ones', async () => {
    await store([START, after(1000)]);
    await store([after(HOUR_MS)]);
    const backfill = backfillOf();
    expect(await backfill.fillUntil(after(1000), after(2000))).toBe(false);
    expect(await backfill.fillUntil(after(1000), after(2000))).toBe(true);
    expect(await lacking()).toBe(1);
  });

  it('a backfill fills documents that lack the field beyond the place that its walk has reached', async () => {
    await store(Array.from({ length: 450 }, (_, second) => after(second * 1000)));
    await walkTo(after(HOUR_MS));
    expect(await lacking()).toBe(0);
    await store([after(HOUR_MS)]);
    expect(await backfillOf().fillUntil(after(HOUR_MS), after(HOUR_MS + 1000))).toBe(false);
    expect(await lacking()).toBe(0);
  });

  it('a backfill whose walk was moved ahead by a wrong clock still finds the documents behind it', async () => {
    await store([after(2 * HOUR_MS)], { field: true });
    await walkTo(after(3 * HOUR_MS));
    await store([START]);
    const backfill = backfillOf();
    expect(await backfill.fillUntil(after(1000), after(2000))).toBe(false);
    expect(await lacking()).toBe(0);
    await store([after(1000)]);
    await walkTo(after(2000));
    await walkTo(after(1000 + SETTLED_MS + 1000));
    expect(await lacking()).toBe(0);
  });

  it('a walk that a clock that was ahead has moved on begins anew, so it passes no document that was made meanwhile', async () => {
    await store([after(2 * HOUR_MS)], { field: true });
    await walkTo(after(3 * HOUR_MS));
    await store([after(1000)]);
    await walkTo(after(10 * SETTLED_MS));
    expect(await lacking()).toBe(0);
  });
});

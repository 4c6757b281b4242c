import { entryId } from '@estate/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createIdSource } from './ids.ts';
import { newestFirst } from './newest-first.ts';
import { useDatabase } from '../use-database.fixture.ts';

interface Happening {
  _id: string;
  propertyId: string;
  at: Date;
}

const database = useDatabase();
const happenings = () => database().db.collection<Happening>('happenings');
const entryIdOf = ({ _id, at }: Happening) => entryId(at, 'event', _id);
const START_MS = Date.parse('2026-11-01T08:30:00.000Z');

/** Ids are made by a clock that differs from the one that gives the time. */
function happening(propertyId: string, atMs: number, idOffMs: number): Happening {
  return { _id: createIdSource(() => atMs + idOffMs)(), propertyId, at: new Date(atMs) };
}

async function fill(docs: Happening[]): Promise<void> {
  await happenings().deleteMany({});
  await happenings().createIndex({ propertyId: 1, _id: 1 });
  if (docs.length > 0) await happenings().insertMany(docs);
}

async function pages(propertyId: string, limit: number): Promise<string[]> {
  const seen: string[] = [];
  for (let startAfter: string | undefined, more = true; more;) {
    const { docs, hasMore } = await newestFirst(
      happenings(),
      { propertyId },
      { limit, startAfter, entryIdOf },
    );
    expect(docs.length).toBeLessThanOrEqual(limit);
    if (hasMore) expect(docs).toHaveLength(limit);
    seen.push(...docs.map(entryIdOf));
    startAfter = seen.at(-1);
    more = hasMore;
  }
  return seen;
}

const newest = (docs: Happening[]) => docs.map(entryIdOf).sort().toReversed();

describe('newest first by time', () => {
  it('pages newest first by time have neither gaps nor repetitions, whatever the clocks of the ids say', async () => {
    const offMs = fc.oneof(
      fc.integer({ min: 0, max: 5 }),
      fc.integer({ min: 0, max: 400_000 }),
      fc.integer({ min: 0, max: 86_400_000 }),
    );
    const event = fc.record({ offMs, idOffMs: fc.integer({ min: -119_000, max: 119_000 }) });
    await fc.assert(
      fc.asyncProperty(
        fc.array(event, { maxLength: 40 }),
        fc.integer({ min: 1, max: 7 }),
        async (events, limit) => {
          const mine = events.map((one) => happening('mine', START_MS + one.offMs, one.idOffMs));
          const others = events.map((one) => happening('other', START_MS + one.offMs, 0));
          await fill([...mine, ...others]);
          expect(await pages('mine', limit)).toEqual(newest(mine));
        },
      ),
      { numRuns: 40 },
    );
  });

  it('more documents within two minutes than are read at once come in the order of their times', async () => {
    const many = Array.from({ length: 450 }, (_, n) =>
      happening('mine', START_MS + ((n * 7919) % 100_000), 0),
    );
    await fill(many);
    expect(await pages('mine', 40)).toEqual(newest(many));
  });

  it('a page before a time that no id has is the newest page', async () => {
    const one = happening('mine', START_MS, 0);
    await fill([one]);
    const query = { limit: 5, startAfter: 'v'.repeat(20), entryIdOf };
    expect(await newestFirst(happenings(), { propertyId: 'mine' }, query)).toMatchObject({
      docs: [{ _id: one._id }],
    });
  });
});

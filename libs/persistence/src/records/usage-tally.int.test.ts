import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { createIdSource, firstIdAt, timeOfId } from '../mongo/ids.ts';
import { statisticsCollection, usageCollections } from '../collections/library-collections.ts';
import { openCollections } from '../collections/open-collections.ts';
import { UsageStore } from './usage-store.ts';
import { UsageTally, flow, level } from './usage-tally.ts';
import { useDatabase } from '../use-database.fixture.ts';

interface Sent {
  _id: string;
  accountId: string;
}
interface House extends Sent {
  rooms: number;
}

const database = useDatabase();
const MONTH = '2026-11';
const HOUR_MS = 3_600_000;
const BEGIN = Date.parse('2026-11-01T00:00:00Z');
const at = (hours: number) => new Date(BEGIN + hours * HOUR_MS);
const idAt = (ms: number, sequence: number) =>
  createIdSource(
    () => ms,
    () => sequence,
  )();

let name = 0;
let store: UsageStore;
let storeOf: () => UsageStore;
beforeEach(async () => {
  name += 1;
  const { db } = database();
  await Promise.all(['usage', 'usage-states'].map((each) => db.collection(each).deleteMany({})));
  const { docs } = await openCollections(db, usageCollections);
  storeOf = () => new UsageStore({ docs: docs.usage, states: docs.usageStates, keptDays: 800 });
  store = storeOf();
});

const sentDocs = () => database().db.collection<Sent>(`sent-${String(name)}`);
const houseDocs = () => database().db.collection<House>(`houses-${String(name)}`);
/** Counting takes `tookMs` by the clock of the test. */
const tallyOf = (counting = store, tookMs = 0) => {
  let nowMs = 0;
  return new UsageTally({
    nowMs: () => (nowMs += tookMs),
    store: counting,
    flows: [flow({ docs: sentDocs(), measure: () => ({ deliveries: 1 }), firstIdAt, timeOf: timeOfId })],
    levels: [
      level({
        docs: houseDocs(),
        filter: {},
        fields: { rooms: 1 },
        measure: ({ rooms }) => ({ properties: 1, bytes: rooms }),
      }),
    ],
  });
};

/** Counts until there is nothing more to count. */
async function countAll(now: Date, tally = tallyOf()): Promise<void> {
  while (await tally.countNext(now));
}
const deliveriesOf = async (accountId: string) =>
  (await store.ofMonth([accountId], MONTH)).map(({ day, counts }) => [day, counts['deliveries']]);

describe('the usage of accounts', () => {
  it('usage agrees with the documents, whatever was written when', async () => {
    const rows = fc.array(
      fc.record({ account: fc.constantFrom('a', 'b'), ms: fc.nat({ max: 72 * HOUR_MS - 1 }) }),
      {
        maxLength: 60,
      },
    );
    await fc.assert(
      fc.asyncProperty(rows, async (sent) => {
        name += 1;
        const { db } = database();
        await Promise.all(['usage', 'usage-states'].map((each) => db.collection(each).deleteMany({})));
        const docs = sent.map(({ account, ms }, n) => ({ _id: idAt(BEGIN + ms, n), accountId: account }));
        if (docs.length > 0) await sentDocs().insertMany(docs);
        await countAll(at(73));
        for (const account of ['a', 'b']) {
          const expected = [0, 1, 2]
            .map((day) => [
              `2026-11-0${String(day + 1)}`,
              sent.filter((row) => row.account === account && Math.floor(row.ms / HOUR_MS / 24) === day)
                .length,
            ])
            .filter(([, count]) => count !== 0);
          expect(await deliveriesOf(account)).toEqual(expected);
        }
      }),
      { numRuns: 15 },
    );
  });

  it('usage of an hour is counted for the last time when it is over and late writes have arrived', async () => {
    await sentDocs().insertOne({ _id: idAt(BEGIN, 1), accountId: 'a' });
    await countAll(new Date(BEGIN + HOUR_MS + 599_000));
    expect(await store.until('hours')).toBeUndefined();
    await sentDocs().insertOne({ _id: idAt(BEGIN + HOUR_MS - 1, 2), accountId: 'a' });
    await countAll(new Date(BEGIN + HOUR_MS + 600_000));
    expect(await deliveriesOf('a')).toEqual([['2026-11-01', 2]]);
    expect(await store.until('hours')).toEqual(at(1));
  });

  it('usage of the running hour and what is there are counted within minutes, and again while the hour runs', async () => {
    const tally = tallyOf();
    await countAll(at(0.01), tally);
    for (const [n, hours] of [0.1, 0.3, 0.6].entries()) {
      await sentDocs().insertOne({ _id: idAt(at(hours).getTime(), n), accountId: 'a' });
      await houseDocs().insertOne({ _id: `house-${String(n)}`, accountId: 'a', rooms: 1 });
      const now = at(hours + 0.1);
      await countAll(now, tally);
      const [day] = await store.ofMonth(['a'], MONTH);
      expect(day?.counts).toEqual({ deliveries: n + 1, properties: n + 1, bytes: n + 1 });
      expect(await store.until('hours')).toBeUndefined();
    }
  });

  it('usage is counted again less often where counting takes long', async () => {
    const slow = tallyOf(store, 10_000);
    await countAll(at(0.1), slow);
    await sentDocs().insertOne({ _id: idAt(at(0.1).getTime(), 1), accountId: 'a' });
    await countAll(at(0.3), slow);
    expect(await deliveriesOf('a')).toEqual([]);
    await countAll(at(0.4), slow);
    expect(await deliveriesOf('a')).toEqual([['2026-11-01', 1]]);
  });

  it('usage is counted again by one of several replicas at a time', async () => {
    await countAll(at(0.5));
    await sentDocs().insertOne({ _id: idAt(at(0.5).getTime(), 1), accountId: 'a' });
    await countAll(at(0.51));
    expect(await deliveriesOf('a')).toEqual([]);
    await countAll(at(0.6));
    expect(await deliveriesOf('a')).toEqual([['2026-11-01', 1]]);
  });

  it('usage goes on when a clock that was ahead has counted until the future, and counts the last day again', async () => {
    const never = new Date('2099-01-01');
    await Promise.all(['hours', 'running-due', 'levels-due'].map((each) => store.finish(each, never)));
    await sentDocs().insertOne({ _id: idAt(at(30).getTime(), 1), accountId: 'a' });
    await houseDocs().insertOne({ _id: 'house', accountId: 'a', rooms: 1 });
    await countAll(at(49.5));
    expect(await store.ofMonth(['a'], MONTH)).toMatchObject([
      { day: '2026-11-02', counts: { deliveries: 1 } },
      { day: '2026-11-03', counts: { properties: 1, bytes: 1 } },
    ]);
    expect(await store.until('hours')).toEqual(at(49));
  });

  it('usage of hours without any document is counted in one step', async () => {
    let steps = 0;
    while (await tallyOf().countNext(at(500))) steps += 1;
    expect(steps).toBe(1);
    expect(await store.until('hours')).toEqual(at(499));
    await sentDocs().insertOne({ _id: idAt(at(499).getTime(), 1), accountId: 'a' });
    await countAll(at(501));
    expect(await deliveriesOf('a')).toEqual([['2026-11-21', 1]]);
  });

  it('usage is counted once, although a process ends after it has counted and before it has noted that', async () => {
    await sentDocs().insertOne({ _id: idAt(BEGIN, 1), accountId: 'a' });
    const dying = storeOf();
    dying.finish = () => Promise.reject(new Error('the process ends here'));
    await expect(tallyOf(dying).countNext(at(2))).rejects.toThrow('the process ends here');
    await countAll(at(2));
    expect(await deliveriesOf('a')).toEqual([['2026-11-01', 1]]);
  });

  it('usage is counted once by replicas that count at the same time', async () => {
    const docs = Array.from({ length: 500 }, (_, n) => ({
      _id: idAt(BEGIN + n * 30_000, n),
      accountId: 'a',
    }));
    await sentDocs().insertMany(docs);
    await Promise.all([countAll(at(6)), countAll(at(6)), countAll(at(6))]);
    expect(await deliveriesOf('a')).toEqual([['2026-11-01', 500]]);
  });

  it('what is counted apart has its own days from the given time on, and the states of both stores have their own names', async () => {
    const { docs } = await openCollections(database().db, {
      statistics: statisticsCollection,
      ...usageCollections,
    });
    const own = { docs: docs.statistics, states: docs.usageStates, keptDays: 400 };
    const apart = new UsageStore({ ...own, prefix: 'statistics-' });
    await docs.statistics.deleteMany({});
    const planted = [1, 2, 3].map((n) => ({
      _id: idAt(BEGIN - n * 24 * HOUR_MS, n),
      accountId: 'a',
      rooms: n,
    }));
    await houseDocs().insertMany(planted);
    const rooms = new UsageTally({
      store: apart,
      countsFrom: () => at(-48),
      flows: [
        flow({
          docs: houseDocs(),
          fields: { rooms: 1 },
          of: (doc) => `house-${String(doc.rooms)}`,
          measure: (doc) => ({ rooms: doc.rooms }),
          firstIdAt,
          timeOf: timeOfId,
        }),
      ],
      levels: [],
    });
    await countAll(at(1), rooms);
    const days = async (whose: { accountId: string; of?: string }) => {
      const found = [];
      for await (const { of, day, counts } of apart.ofDays(whose, { from: '2026-10-01', to: '2026-11-01' }))
        found.push([of, day, counts]);
      return found;
    };
    expect(await days({ accountId: 'a' })).toEqual(
      expect.arrayContaining([
        ['house-1', '2026-10-31', { rooms: 1 }],
        ['house-2', '2026-10-30', { rooms: 2 }],
      ]),
    );
    expect(await days({ accountId: 'a', of: 'house-3' })).toEqual([]);
    expect(await days({ accountId: 'a', of: 'house-1' })).toHaveLength(1);
    expect([await apart.until('hours'), await store.until('hours')]).toEqual([at(0), undefined]);
  });

  it('usage has the highest level of a day', async () => {
    const houses = [1, 2, 3].map((n) => ({ _id: `house-${String(n)}`, accountId: 'a', rooms: n }));
    await houseDocs().insertMany(houses);
    await countAll(at(1));
    await houseDocs().deleteOne({ _id: 'house-1' });
    await countAll(at(8));
    await countAll(at(25));
    expect(await store.ofMonth(['a', 'b'], MONTH)).toEqual([
      { accountId: 'a', day: '2026-11-01', counts: { properties: 3, bytes: 6 } },
      { accountId: 'a', day: '2026-11-02', counts: { properties: 2, bytes: 5 } },
    ]);
  });
});

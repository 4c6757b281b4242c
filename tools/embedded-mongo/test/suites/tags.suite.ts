import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newCollection, type Subject } from './server-under-test.ts';

const tag = fc.constantFrom('a', 'ab', 'b', 'c');
const kind = fc.constantFrom('x', 'y', 'z');
const thing = fc.record(
  { tags: fc.array(tag, { maxLength: 4 }), kind, state: fc.constantFrom(1, 2, null) },
  { requiredKeys: [] },
);
const demand = fc.oneof(
  fc.record({ tags: tag }),
  fc.record({ tags: fc.record({ $regex: tag.map((begun) => `^${begun}`) }) }),
  fc.record({ tags: fc.record({ $in: fc.array(tag, { maxLength: 2 }) }) }),
  fc.record({ tags: fc.record({ $gt: tag, $lt: tag }) }),
  fc.record({ kind: fc.record({ $in: fc.uniqueArray(kind) }) }),
  fc.record({ kind }),
  fc.record({ state: fc.constantFrom(1, 2) }),
  fc.record({ state: fc.record({ $in: fc.constantFrom([1], [1, 2], [2, null]) }) }),
);
const query = fc.record({
  filter: fc.array(demand, { minLength: 1, maxLength: 4 }).map(($and) => ({ account: 1, $and })),
  after: fc.nat({ max: 12 }),
  direction: fc.constantFrom(1 as const, -1 as const),
  skip: fc.nat({ max: 3 }),
  limit: fc.integer({ min: 1, max: 6 }),
});

/** Indexes over an array of values beside other fields. */
export function tagsSuite(subject: Subject): void {
  describe('an index over an array of values and other fields', () => {
    it('finds, orders and counts what a scan of all documents does, whatever is asked', async () => {
      const [indexed, plain] = [newCollection(subject), newCollection(subject)];
      await indexed.createIndexes([
        { key: { account: 1, tags: 1, kind: 1, _id: 1 } },
        { key: { account: 1, kind: 1, state: 1, _id: 1 } },
        { key: { account: 1, state: 1, kind: 1, _id: 1 } },
        { key: { account: 1, _id: 1 } },
      ]);
      const several = fc.array(thing, { minLength: 1, maxLength: 12 });
      const property = fc.asyncProperty(
        several,
        fc.array(query, { maxLength: 8 }),
        async (things, queries) => {
          const docs = things.map((each, at) => ({ _id: at as never, account: at % 5 ? 1 : 2, ...each }));
          for (const collection of [indexed, plain]) {
            await collection.deleteMany({});
            await collection.insertMany(docs);
          }
          for (const { filter, after, direction, skip, limit } of queries) {
            const bound = { _id: { [direction === 1 ? '$gt' : '$lt']: after } } as object;
            const page = (collection: typeof plain) =>
              collection
                .find({ ...filter, ...bound })
                .sort({ _id: direction })
                .skip(skip)
                .limit(limit)
                .toArray();
            const count = (collection: typeof plain) => collection.countDocuments(filter, { limit });
            expect(await page(indexed)).toEqual(await page(plain));
            expect(await count(indexed)).toBe(await count(plain));
          }
        },
      );
      await fc.assert(property, { numRuns: 60 });
    }, 60_000);

    it('an index over an array of values and other fields serves pages in order, and is left for one that finds fewer documents', async () => {
      if (!subject.explains()) return;
      const docs = newCollection(subject);
      await docs.createIndexes([
        { name: 'tags', key: { account: 1, tags: 1, kind: 1, _id: 1 } },
        { name: 'kind', key: { account: 1, kind: 1, _id: 1 } },
      ]);
      await docs.insertMany(
        Array.from({ length: 3000 }, (_, at) => ({
          _id: at as never,
          account: 1,
          tags: at === 2000 ? ['often', 'once'] : ['often'],
          kind: at % 1000 === 7 ? 'rare' : 'x',
        })),
      );
      const examined = async (filter: object) => {
        const explained = await docs.find(filter).sort({ _id: 1 }).limit(5).explain('executionStats');
        return (explained['executionStats'] as { totalDocsExamined: number }).totalDocsExamined;
      };
      const both = { kind: { $in: ['rare', 'x'] } };
      expect(await examined({ account: 1, tags: 'often', ...both })).toBeLessThanOrEqual(6);
      expect(await examined({ account: 1, tags: 'often', kind: 'rare' })).toBeLessThanOrEqual(3);
      const words = { $and: [{ tags: 'often' }, { tags: 'once' }] };
      expect(await examined({ account: 1, ...words, ...both })).toBe(1);
      expect(await examined({ account: 1, tags: 'never', ...both })).toBe(0);
    });

    it('an index over an array of values and other fields decides conditions on several values of an array without the documents', async () => {
      if (!subject.explains()) return;
      const docs = newCollection(subject);
      await docs.createIndexes([
        { name: 'tags', key: { account: 1, tags: 1, kind: 1, _id: 1 } },
        { name: 'owner', key: { account: 1, owner: 1, kind: 1, _id: 1 } },
      ]);
      await docs.insertMany(
        Array.from({ length: 6000 }, (_, at) => ({
          _id: at as never,
          account: 1,
          tags:
            at === 3000 ? ['house', 'garden', 'n1'] : [at % 2 ? 'house' : 'garden', `n${String(at % 20)}`],
          kind: at % 3 ? 'x' : 'y',
          owner: at % 2,
        })),
      );
      const effort = async (...$and: object[]) => {
        const filter = { account: 1, kind: { $in: ['x', 'y'] }, $and };
        const explained = await docs.find(filter).sort({ _id: 1 }).limit(5).explain('executionStats');
        const stats = explained['executionStats'] as { nReturned: number; totalDocsExamined: number };
        return [stats.nReturned, stats.totalDocsExamined, await docs.countDocuments(filter)];
      };
      const begun = (text: string) => ({ tags: { $regex: `^${text}` } });
      expect(await effort({ tags: 'house' }, { tags: 'garden' })).toEqual([1, 1, 1]);
      expect(await effort({ tags: 'house' }, begun('gard'))).toEqual([1, 1, 1]);
      expect(await effort({ tags: 'house' }, begun('nothing'))).toEqual([0, 0, 0]);
      expect(await effort({ tags: 'house' }, { owner: 0 })).toEqual([1, 1, 1]);
      // More values than are looked for one by one.
      expect(await effort({ tags: 'house' }, begun('n'))).toEqual([5, 5, 3001]);
    });

    it('an index in the order of a page is left for one that finds a few documents', async () => {
      if (!subject.explains()) return;
      const docs = newCollection(subject);
      await docs.createIndexes([
        { name: 'page', key: { account: 1, state: 1, _id: 1 } },
        { name: 'owner', key: { owner: 1, state: 1, kind: 1 } },
      ]);
      await docs.insertMany(
        Array.from({ length: 3000 }, (_, at) => ({
          _id: at as never,
          account: 1,
          state: 'x',
          owner: at % 1000,
          kind: at,
        })),
      );
      const examined = async (filter: object) => {
        const explained = await docs.find(filter).sort({ _id: 1 }).limit(5).explain('executionStats');
        return (explained['executionStats'] as { totalDocsExamined: number }).totalDocsExamined;
      };
      expect(await examined({ account: 1, state: 'x', owner: 999 })).toBe(3);
      expect(await examined({ account: 1, state: 'x' })).toBeLessThanOrEqual(6);
    });
  });
}

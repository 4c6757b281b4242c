import { createHash, randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { GridFSBucket, ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { newCollection, type Subject } from './subject.ts';

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Aggregation, files, and query plans. */
export function largerSuite(subject: Subject): void {
  describe('aggregation', () => {
    it('matches, groups, sorts and reshapes', async () => {
      const docs = newCollection(subject);
      await docs.insertMany([
        { kind: 'a', n: 1, tags: ['x'] },
        { kind: 'b', n: 2, tags: ['x', 'y'] },
        { kind: 'a', n: 5, tags: [] },
      ]);
      const grouped = [
        { $match: { n: { $gt: 0 } } },
        { $group: { _id: '$kind', sum: { $sum: '$n' }, count: { $sum: 1 } } },
        { $sort: { _id: -1 } },
      ];
      expect(await docs.aggregate(grouped).toArray()).toEqual([
        { _id: 'b', sum: 2, count: 1 },
        { _id: 'a', sum: 6, count: 2 },
      ]);
      const unwound = [{ $unwind: '$tags' }, { $sortByCount: '$tags' }];
      expect(await docs.aggregate(unwound).toArray()).toEqual([
        { _id: 'x', count: 2 },
        { _id: 'y', count: 1 },
      ]);
      const shaped = [
        { $sort: { n: 1 } },
        { $limit: 1 },
        { $project: { _id: 0, twice: { $multiply: ['$n', 2] } } },
      ];
      expect(await docs.aggregate(shaped).toArray()).toEqual([{ twice: 2 }]);
    });

    it('joins within the database and counts by facet', async () => {
      const [orders, people] = [newCollection(subject), newCollection(subject)];
      const id = new ObjectId();
      await people.insertOne({ _id: id, name: 'Ada' });
      await orders.insertMany([
        { of: id, n: 1 },
        { of: new ObjectId(), n: 2 },
      ]);
      const joined = [
        { $lookup: { from: people.collectionName, localField: 'of', foreignField: '_id', as: 'person' } },
        { $project: { _id: 0, n: 1, 'person.name': 1 } },
        { $sort: { n: 1 } },
      ];
      expect(await orders.aggregate(joined).toArray()).toEqual([
        { n: 1, person: [{ name: 'Ada' }] },
        { n: 2, person: [] },
      ]);
      const facets = [{ $facet: { all: [{ $count: 'n' }], big: [{ $match: { n: 2 } }, { $count: 'n' }] } }];
      expect(await orders.aggregate(facets).toArray()).toEqual([{ all: [{ n: 2 }], big: [{ n: 1 }] }]);
    });
  });

  describe('files', () => {
    it('keeps 16 MB in GridFS, byte for byte, and deletes them', async () => {
      const bucket = new GridFSBucket(subject.db(), { bucketName: `files${Date.now()}` });
      const bytes = randomBytes(16 * 1024 * 1024);
      const upload = bucket.openUploadStream('photo', { metadata: { sha256: sha256(bytes) } });
      await pipeline(Readable.from([bytes]), upload);
      expect(sha256(await buffer(bucket.openDownloadStream(upload.id)))).toBe(sha256(bytes));
      await bucket.delete(upload.id);
      expect(await bucket.find().toArray()).toEqual([]);
    });

    it('stores a document of almost 16 MB', async () => {
      const docs = newCollection(subject);
      const text = 'x'.repeat(15 * 1024 * 1024);
      await docs.insertOne({ _id: 1 as never, text });
      expect((await docs.findOne())?.['text']).toHaveLength(text.length);
    });
  });

  describe('query plans', () => {
    it('use the index for equality, range and order', async ({ skip }) => {
      if (!subject.explains()) skip('this server does not explain');
      const docs = newCollection(subject);
      await docs.createIndex({ account: 1, at: -1 });
      await docs.insertMany(Array.from({ length: 1000 }, (_, at) => ({ account: at % 4, at })));
      const page = await docs
        .find({ account: 1, at: { $lt: 900 } })
        .sort({ at: -1 })
        .limit(10)
        .explain('executionStats');
      expect(JSON.stringify(page.queryPlanner.winningPlan)).toContain('IXSCAN');
      expect(page.executionStats.nReturned).toBe(10);
      expect(page.executionStats.totalDocsExamined).toBe(10);
      const scan = await docs.find({ other: 1 }).explain('executionStats');
      expect(JSON.stringify(scan.queryPlanner.winningPlan)).toContain('COLLSCAN');
      expect(scan.executionStats.totalDocsExamined).toBe(1000);
    });
  });
}

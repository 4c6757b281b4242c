import { describe, expect, it } from 'vitest';
import { newCollection, type Subject } from './server-under-test.ts';

/** Large documents, and query plans. */
export function largerSuite(subject: Subject): void {
  describe('a large document', () => {
    it('a document of almost 16 MB is stored', async () => {
      const docs = newCollection(subject);
      const text = 'x'.repeat(15 * 1024 * 1024);
      await docs.insertOne({ _id: 1 as never, text });
      expect((await docs.findOne())?.['text']).toHaveLength(text.length);
    });
  });

  describe('query plans', () => {
    it('an index serves equality, range and order', async ({ skip }) => {
      if (!subject.explains()) skip('this server does not explain');
      const docs = newCollection(subject);
      await docs.createIndex({ account: 1, at: 1 });
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

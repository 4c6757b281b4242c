import { createLogger, createMetrics } from '@estate/observability';
import type { Collection } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { forgottenInTime, matching, scanning } from './audit-looks.ts';
import { Auditor } from './auditor.ts';
import { useDatabase } from './use-database.fixture.ts';

const log = createLogger({ service: 'test', level: 'silent' });
const NOW = new Date('2026-11-01T12:00:00.000Z');
const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);

interface Doc {
  _id: string;
  expiresAt: Date;
  broken?: boolean;
}
const database = useDatabase();

const collectionOf = (name: string): Collection<Doc> => database().db.collection(name);
const doc = (index: number, more: Partial<Doc> = {}): Doc => ({
  _id: String(index).padStart(6, '0'),
  expiresAt: minutesAgo(-60),
  ...more,
});

describe('an audit', () => {
  it('an audit finds expired documents after an hour of grace', async () => {
    const docs = collectionOf('kept');
    await docs.insertMany([doc(1, { expiresAt: minutesAgo(59) }), doc(2, { expiresAt: minutesAgo(61) })]);
    expect(await forgottenInTime(docs).broken(NOW)).toEqual(['000002']);
  });

  it('an audit scans a large collection in several steps and forgets repaired documents', async () => {
    const docs = collectionOf('large');
    await docs.insertMany(
      Array.from({ length: 4500 }, (_, index) => doc(index, { broken: index % 2000 === 7 })),
    );
    const look = scanning<Doc>({
      collection: docs,
      fields: ['broken'],
      broken: (batch) => batch.filter(({ broken }) => broken).map(({ _id }) => _id),
    });
    expect(await look(NOW)).toEqual(['000007']);
    expect(await look(NOW)).toEqual(['000007', '002007']);
    expect(await look(NOW)).toEqual(['000007', '002007', '004007']);
    await docs.updateOne({ _id: '002007' }, { $set: { broken: false } });
    expect(await look(NOW)).toEqual(['000007', '004007']);
  });

  it('an invariant that many documents violate is counted up to a thousand and names ten of them', async () => {
    const docs = collectionOf('large');
    const metrics = createMetrics('test');
    const invariants = [{ name: 'all-gone', advice: 'Fix it.', broken: matching(docs, () => ({})) }];
    const auditor = new Auditor({ invariants, metrics, log, clock: () => NOW, everyMs: 60_000 });
    const [found] = await auditor.violations();
    expect(found).toMatchObject({ promise: 'all-gone', count: 1000, advice: 'Fix it.' });
    expect(found?.ids).toHaveLength(10);
    expect(await metrics.registry.metrics()).toContain(
      'invariant_violations_total{invariant="all-gone",service="test"} 1000',
    );
  });

  it('an audit logs a violated invariant once, and again after it held in between', async () => {
    const told: unknown[] = [];
    const listening = {
      info: () => undefined,
      warn: () => undefined,
      error: (fields: object) => told.push(fields),
    };
    let ids: string[] = ['a'];
    const invariants = [{ name: 'p', advice: 'Fix it.', broken: () => Promise.resolve(ids) }];
    const metrics = createMetrics('test');
    const auditor = new Auditor({ invariants, metrics, log: listening, clock: () => NOW, everyMs: 60_000 });
    for (const now of [['a'], ['a', 'b'], [], ['c']]) {
      ids = now;
      await auditor.violations();
    }
    expect(told).toMatchObject([{ ids: ['a'] }, { ids: ['c'] }]);
  });
});

import { createLogger, createMetrics } from '@estate/observability';
import type { Collection } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { dueWithinSchedule, forgottenInTime, haveAnyExpiry, matching } from './audit-looks.ts';
import { walking } from './audit-walk.ts';
import type { AuditWalkDoc } from './audit-walk.ts';
import { Auditor } from './auditor.ts';
import { ensureIndexes } from '../mongo/indexes.ts';
import { useDatabase } from '../use-database.fixture.ts';

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
    const [docs, later] = [collectionOf('kept'), collectionOf('kept-longer')];
    const ttl = (expireAfterSeconds: number) => [
      { name: 'expiry', key: { expiresAt: 1 }, expireAfterSeconds },
    ];
    await ensureIndexes(docs, ttl(0));
    await ensureIndexes(later, ttl(3600));
    await ensureIndexes(collectionOf('kept-for-ever'), [{ name: 'expiry', key: { expiresAt: 1 } }]);
    // The database itself removes nothing yet, because its own clock is behind that of the look.
    const soon = new Date();
    const after = (minutes: number) => ({ now: new Date(soon.getTime() + minutes * 60_000) });
    const expiresAt = new Date(soon.getTime() + 10 * 60_000);
    await docs.insertOne(doc(1, { expiresAt }));
    await later.insertOne(doc(1, { expiresAt }));
    const rules = forgottenInTime(database().db);
    expect(rules.map(({ name }) => name)).toEqual([
      'kept-forgotten-in-time',
      'kept-longer-forgotten-in-time',
    ]);
    const foundAfter = (minutes: number) => Promise.all(rules.map(({ broken }) => broken(after(minutes))));
    expect(await foundAfter(69)).toEqual([[], []]);
    expect(await foundAfter(71)).toEqual([['000001'], []]);
    expect(await foundAfter(131)).toEqual([['000001'], ['000001']]);
  });

  it('an audit finds documents that never expire in every collection that lets others expire, but where they do so at their end', async () => {
    const names = ['never-expire', 'end-later', 'expire-alone'];
    for (const name of names)
      await ensureIndexes(collectionOf(name), [
        { name: 'expiry', key: { expiresAt: 1 }, expireAfterSeconds: 0 },
      ]);
    const rules = haveAnyExpiry(database().db, ['end-later']).filter(({ name }) =>
      /^(?:never|end|expire)-/.test(name),
    );
    expect(rules.map(({ name }) => name)).toEqual([
      'expire-alone-have-an-expiry',
      'never-expire-have-an-expiry',
    ]);
    const newest = new Date(Date.now() + 86_400_000);
    const none = { expiresAt: null } as unknown as Partial<Doc>;
    await collectionOf('never-expire').insertMany([doc(1, { expiresAt: newest }), doc(2, none)]);
    await collectionOf('expire-alone').insertOne(doc(3, none));
    expect(await Promise.all(rules.map(({ broken }) => broken({ now: NOW })))).toEqual([
      ['000003'],
      ['000002'],
    ]);
    for (const { repair } of rules) await repair?.(['000001', '000002', '000003'], NOW);
    expect(await Promise.all(rules.map(({ broken }) => broken({ now: NOW })))).toEqual([[], []]);
    expect(await collectionOf('never-expire').findOne({ _id: '000002' })).toMatchObject({
      expiresAt: newest,
    });
    const alone = await collectionOf('expire-alone').findOne({ _id: '000003' });
    expect(alone?.expiresAt).toEqual(minutesAgo(-30 * 24 * 60));
  });

  const walkOver = (name: string, settledMs?: number) => {
    const docs = collectionOf(name);
    const [invariant] = walking<Doc>({
      collection: docs,
      fields: ['broken'],
      rules: [
        {
          name: 'p',
          meaning: 'Nothing is shown.',
          advice: 'Fix it.',
          ...(settledMs !== undefined && { settledMs }),
          broken: (portion) => portion.filter(({ broken }) => broken).map(({ _id }) => _id),
        },
      ],
    });
    return {
      docs,
      look: (paceMs?: number, now = NOW) => invariant?.broken({ now, ...(paceMs && { paceMs }) }),
    };
  };
  const fill = (docs: Collection<Doc>) =>
    docs.insertMany(Array.from({ length: 4500 }, (_, index) => doc(index, { broken: index % 2000 === 7 })));

  it('an audit walks over a large collection in portions and forgets repaired documents', async () => {
    const { docs, look } = walkOver('large');
    await fill(docs);
    expect(await look()).toEqual(['000007']);
    expect(await look()).toEqual(['000007', '002007']);
    expect(await look()).toEqual(['000007', '002007', '004007']);
    await docs.updateOne({ _id: '002007' }, { $set: { broken: false } });
    expect(await look()).toEqual(['000007', '004007']);
  });

  it('an audit goes on where another process ended, with what that has found', async () => {
    const { docs, look } = walkOver('shared');
    await fill(docs);
    await look();
    const after = walkOver('shared');
    expect(await after.look()).toEqual(['000007', '002007']);
    expect(await look()).toEqual(['000007', '002007', '004007']);
    const states = database().db.collection<AuditWalkDoc>('audit-walks');
    expect(await states.findOne({ _id: 'shared' })).toMatchObject({ rounds: 1, after: '' });
  });

  it('what has to violate an invariant for a while counts after that time, also when the process was restarted in between', async () => {
    const name = 'settling';
    const docs = collectionOf(name);
    const look = (minutes: number) => walkOver(name, 600_000).look(undefined, minutesAgo(-minutes));
    await docs.insertMany([doc(1, { broken: true }), doc(2, { broken: true }), doc(3)]);
    expect(await look(0)).toEqual([]);
    await docs.updateOne({ _id: '000002' }, { $set: { broken: false } });
    expect(await look(9)).toEqual([]);
    await docs.updateOne({ _id: '000002' }, { $set: { broken: true } });
    expect(await look(10)).toEqual(['000001']);
    expect(await look(20)).toEqual(['000001', '000002']);
  });

  it('an audit whose next portion a clock that was ahead has planned in the far future goes on at once', async () => {
    const { docs, look } = walkOver('silenced');
    await fill(docs);
    await look(60_000);
    const states = database().db.collection<AuditWalkDoc>('audit-walks');
    const never = new Date('2099-01-01');
    await states.updateOne({ _id: 'silenced' }, { $set: { nextAt: never, begunAt: never } });
    expect(await look(60_000)).toEqual(['000007', '002007']);
    expect(await states.findOne({ _id: 'silenced' })).toMatchObject({
      begunAt: NOW,
      nextAt: minutesAgo(-1),
    });
  });

  it('an audit of several replicas together reads one portion in each interval', async () => {
    const replicas = [walkOver('paced'), walkOver('paced'), walkOver('paced')];
    await fill(collectionOf('paced'));
    for (const { look } of replicas) expect(await look(60_000)).toEqual(['000007']);
    for (const { look } of replicas) expect(await look(60_000, minutesAgo(-1))).toEqual(['000007', '002007']);
  });

  it('an audit with a weight looks at no more than that in one pass, finds everything, and looks again at some of what it found', async () => {
    const docs = collectionOf('heavy');
    await docs.insertMany(Array.from({ length: 25 }, (_, index) => doc(index, { broken: index < 20 })));
    let weight = 0;
    const weigh = (portion: readonly Doc[]) => (weight += portion.length);
    const [invariant] = walking<Doc>({
      collection: docs,
      fields: ['broken'],
      portion: 100,
      weight: { of: () => 1, max: 5 },
      rules: [
        {
          name: 'p',
          meaning: 'Nothing is shown.',
          advice: 'Fix it.',
          broken: (portion) => {
            weigh(portion);
            return portion.filter(({ broken }) => broken).map(({ _id }) => _id);
          },
        },
      ],
    });
    const look = async () => (await invariant?.broken({ now: NOW })) ?? [];
    const counts: number[] = [];
    for (let looks = 0; looks < 6; looks += 1) {
      weight = 0;
      counts.push((await look()).length);
      expect(weight).toBeLessThanOrEqual(10);
    }
    expect(counts).toEqual([5, 10, 15, 20, 20, 20]);
    await docs.updateMany({}, { $set: { broken: false } });
    for (let looks = 0; looks < 4; looks += 1) await look();
    expect(await look()).toEqual([]);
  });

  it('a walk by another key names documents by it, in its order', async () => {
    const docs = collectionOf('keyed');
    await docs.insertMany(
      Array.from({ length: 6 }, (_, index) => ({ ...doc(index), name: `n${String(9 - index)}` })),
    );
    const seen: string[] = [];
    const [invariant] = walking<Doc>({
      ...{ name: 'by-name', collection: docs, key: 'name', fields: [], portion: 4 },
      rules: [
        {
          ...{ name: 'p', meaning: 'Nothing is shown.', advice: 'Fix it.' },
          broken: (portion) => {
            seen.push(...portion.map(({ _id }) => _id));
            return portion.map(({ _id }) => _id).filter((id) => id === 'n5');
          },
        },
      ],
    });
    expect(await invariant?.broken({ now: NOW })).toEqual(['n5']);
    expect(await invariant?.broken({ now: NOW })).toEqual(['n5']);
    expect(seen).toEqual(['n4', 'n5', 'n6', 'n7', 'n5', 'n8', 'n9']);
    expect(await invariant?.broken({ now: NOW, ids: ['n4', 'n5'] })).toEqual(['n5']);
  });

  it('a walk that waits for its turn reads more, the longer it waits, and says how long a round takes', async () => {
    const docs = collectionOf('waiting');
    await docs.insertMany(Array.from({ length: 30 }, (_, index) => doc(index)));
    let looked = 0;
    const [invariant] = walking<Doc>({
      ...{ collection: docs, fields: ['expiresAt'], portion: 1 },
      ...{ weight: { of: () => 1, max: 1 }, perSecond: { documents: 10, weight: 2 } },
      rules: [
        {
          ...{ name: 'p', meaning: 'Nothing is shown.', advice: 'Fix it.' },
          broken: ({ length }) => {
            looked += length;
            return [];
          },
        },
      ],
    });
    const pass = async (second: number) => {
      await invariant?.broken({ now: new Date(NOW.getTime() + second * 1000), paceMs: 5000 });
      return looked;
    };
    const roundAt = (second: number) => invariant?.rounds?.(new Date(NOW.getTime() + second * 1000));
    expect([await pass(0), await pass(5)]).toEqual([10, 20]);
    expect(await roundAt(10)).toMatchObject([{ walk: 'waiting', documents: 30, looked: 20, seconds: 15 }]);
    expect(await pass(10)).toBe(30);
    expect(await roundAt(12)).toMatchObject([{ rounds: 1, looked: 0, seconds: 15 }]);
  });

  it('an invariant that many documents violate is counted up to a thousand and names ten of them', async () => {
    const docs = collectionOf('large');
    const metrics = createMetrics('test');
    const invariants = [
      {
        name: 'all-gone',
        meaning: 'Nothing is shown.',
        advice: 'Fix it.',
        broken: matching(docs, () => ({})),
      },
    ];
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
    const invariants = [
      { name: 'p', meaning: 'Nothing is shown.', advice: 'Fix it.', broken: () => Promise.resolve(ids) },
    ];
    const metrics = createMetrics('test');
    const auditor = new Auditor({ invariants, metrics, log: listening, clock: () => NOW, everyMs: 60_000 });
    for (const now of [['a'], ['a', 'b'], [], ['c']]) {
      ids = now;
      await auditor.violations();
    }
    expect(told).toMatchObject([{ ids: ['a'] }, { ids: ['c'] }]);
  });
});

describe('a repair', () => {
  const words = { meaning: 'Nothing is shown.', advice: 'Fix it.' };
  const repairing = () => {
    const metrics = createMetrics('test');
    const broken = new Set(['a', 'b']);
    const repaired: string[] = [];
    const invariants = [
      {
        ...words,
        name: 'safe',
        broken: () => Promise.resolve([...broken]),
        repair: async (ids: readonly string[]) => {
          repaired.push(...ids);
          for (const id of ids) broken.delete(id);
          return Promise.resolve(ids);
        },
      },
      { ...words, name: 'for-people', broken: () => Promise.resolve(['c']) },
    ];
    const auditor = new Auditor({ invariants, metrics, log, clock: () => NOW, everyMs: 60_000 });
    return { auditor, repaired };
  };

  it('a repair corrects what is safe, and names the rest with what to do', async () => {
    const { auditor, repaired } = repairing();
    expect(await auditor.repair({ isDryRun: false })).toEqual({
      data: [
        { promise: 'safe', advice: 'Fix it.', isRepairable: true, repaired: ['a', 'b'], left: 0 },
        { promise: 'for-people', advice: 'Fix it.', isRepairable: false, repaired: [], left: 1 },
      ],
    });
    expect(repaired).toEqual(['a', 'b']);
    expect((await auditor.violations()).map(({ promise }) => promise)).toEqual(['for-people']);
  });

  it('a dry run of a repair names what would be repaired and changes nothing', async () => {
    const { auditor, repaired } = repairing();
    const { data } = await auditor.repair({ invariant: 'safe', isDryRun: true });
    expect(data).toMatchObject([{ promise: 'safe', repaired: ['a', 'b'], left: 0 }]);
    expect(repaired).toEqual([]);
  });

  it('a repair of named documents leaves the others as they are', async () => {
    const { auditor, repaired } = repairing();
    await auditor.repair({ ids: ['b', 'x'], isDryRun: false });
    expect(repaired).toEqual(['b']);
  });

  it('what lies beyond every plan is corrected by the next look without an operator, logged and counted', async () => {
    const docs = database().db.collection<{ _id: string; dueAt: Date }>('planned');
    const told: object[] = [];
    const error = (fields: object) => told.push(fields);
    const listening = { info: error, warn: () => undefined, error };
    await docs.insertMany([
      { _id: 'late', dueAt: new Date('2099-01-01') },
      { _id: 'planned', dueAt: minutesAgo(-60) },
    ]);
    const invariants = [
      dueWithinSchedule(
        docs,
        { dueAt: 'dueAt', longestMs: 60 * 60_000 },
        { name: 'planned', meaning: 'Late.' },
      ),
      {
        ...words,
        name: 'for-people',
        broken: () => Promise.resolve(['c']),
        repair: () => expect.fail('asked'),
      },
    ];
    const metrics = createMetrics('test');
    const auditor = new Auditor({ invariants, metrics, log: listening, clock: () => NOW, everyMs: 60_000 });
    const counted = async (count: number) =>
      expect(await metrics.registry.metrics()).toContain(
        `invariant_corrections_total{invariant="planned",service="test"} ${String(count)}`,
      );
    await counted(0);
    await auditor.look();
    expect(await docs.find().sort({ _id: 1 }).toArray()).toEqual([
      { _id: 'late', dueAt: NOW },
      { _id: 'planned', dueAt: minutesAgo(-60) },
    ]);
    expect(told).toContainEqual({ invariant: 'planned', count: 1, ids: ['late'] });
    expect(told).toContainEqual({ invariant: 'planned', ids: ['late'] });
    await auditor.look();
    await counted(1);
  });

  it('an invariant that cannot be checked does not keep the others from being checked', async () => {
    const invariants = [
      { ...words, name: 'away', broken: () => Promise.reject(new Error('unavailable')) },
      { ...words, name: 'here', broken: () => Promise.resolve(['a']) },
    ];
    const auditor = new Auditor({
      invariants,
      metrics: createMetrics('test'),
      log,
      clock: () => NOW,
      everyMs: 60_000,
    });
    expect(await auditor.violations()).toMatchObject([{ promise: 'here' }]);
  });
});

import { Readable } from 'node:stream';
import { createMetrics } from '@estate/observability';
import { Auditor, newId } from '@estate/persistence';
import type { AuditorOptions, Collection, Invariant } from '@estate/persistence';
import { accountsExist } from '@estate/runtime';
import {
  auditorOf,
  endless,
  everyDamage,
  everyDocument,
  everyRepair,
  fakeAccounts,
  fakeNamed,
  unforgotten,
} from '@estate/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { log, openStage } from '../../test/stage.ts';
import type { Stage } from '../../test/stage.ts';
import { NO_COUNTS, queueIdOf } from '../domain/import.ts';
import type { ImportDoc } from '../stores/import-document.ts';
import type { ObjectDoc } from '../stores/object-store.ts';
import type { KnownDoc } from '../stores/known-store.ts';
import type { PersonDoc } from '../stores/person-store.ts';
import type { QueueDoc } from '../stores/queue-document.ts';
import type { ResultDoc } from '../stores/result-store.ts';
import type { SourceDoc } from '../stores/source-store.ts';
import { referencesElsewhere } from './references.ts';

const NOW = new Date();
const EARLIER = new Date(NOW.getTime() - 3_600_000);
const LONG_AGO = new Date(EARLIER.getTime() - 3_600_000);
const NEVER = new Date('2099-01-01T00:00:00.000Z');
const ACCOUNT = newId();
const COLLECTIONS = [
  ...['imports', 'import-objects', 'import-queues', 'import-sources', 'import-results'],
  ...['known-objects', 'known-persons', 'held-accounts'],
] as const;

let stage: Stage;
let options: AuditorOptions;
let auditor: Auditor;
let names: string[];
let invariants: Invariant[];
const accounts = fakeAccounts();
const named = fakeNamed(ACCOUNT);
let now = NOW;
beforeAll(async () => {
  stage = await openStage();
  const { stores } = stage;
  invariants = [
    ...stores.invariants,
    ...referencesElsewhere({ bus: named.bus, audited: stores.docs }),
    ...accountsExist(accounts.ask, stores),
  ];
  names = invariants.map(({ name }) => name);
  const metrics = createMetrics('test');
  options = { invariants, metrics, log, clock: () => now, everyMs: 60_000 };
  auditor = new Auditor(options);
});
afterAll(() => stage.close());
afterEach(async () => {
  now = NOW;
  for (const name of COLLECTIONS) await stage.db.collection(name).deleteMany({});
});

const collection = <T extends { _id: string }>(name: string): Collection<T> => stage.db.collection<T>(name);

async function storePackage(): Promise<string> {
  const name = newId();
  await stage.stores.packages.put(name, Readable.from([Buffer.from('package')]), {});
  const index = stage.db.collection('packages.files');
  await index.updateOne({ filename: name }, { $set: { uploadDate: EARLIER } });
  return name;
}

/** A queue with work to do. */
async function plantQueue({ _id, ...changes }: Partial<QueueDoc & { _id: string }> = {}): Promise<string> {
  const id = _id ?? queueIdOf(changes.accountId ?? ACCOUNT, newId());
  const queue = { dueAt: NOW, arrivals: 1, attempt: 0, internalErrors: 0 };
  await collection<QueueDoc>('import-queues').insertOne({
    _id: id,
    accountId: ACCOUNT,
    ...queue,
    ...changes,
  });
  return id;
}

/** An import that is worked on. */
async function plant({
  isOpen = true,
  ...changes
}: Partial<Omit<ImportDoc, 'isOpen'>> & { isOpen?: boolean } = {}) {
  const _id = newId();
  const about = { sizeBytes: 7, dryRun: false, counts: NO_COUNTS, state: 'applying' as const };
  await collection<ImportDoc>('imports').insertOne({
    ...{ _id, accountId: ACCOUNT, createdAt: EARLIER, trace: { requestId: 'r' }, ...about },
    queueId: changes.queueId ?? (await plantQueue({ accountId: changes.accountId ?? ACCOUNT })),
    packageName: await storePackage(),
    ...(isOpen && { isOpen: true as const }),
    ...changes,
  });
  return _id;
}

const ended = (changes: Partial<ImportDoc> = {}) =>
  plant({
    isOpen: false,
    ...{ state: 'finished', finishedAt: EARLIER, removeAt: NEVER, packageName: 'gone' },
    queueId: queueIdOf(changes.accountId ?? ACCOUNT),
    ...changes,
  });

async function plantObject(changes: Partial<ObjectDoc> = {}): Promise<string> {
  const _id = newId();
  const about = { position: 0, provider: {}, numbers: {}, terms: [], problems: [], unmapped: [] };
  await collection<ObjectDoc>('import-objects').insertOne({
    ...{ _id, accountId: ACCOUNT, importId: 'gone', action: 'update', outcome: 'updated', ...about },
    ...changes,
  });
  return _id;
}

async function plantResult(changes: Partial<ResultDoc>): Promise<string> {
  const _id = newId();
  const of = { accountId: ACCOUNT, sourceId: newId(), fileName: 'a.zip', looks: 0 };
  await collection<ResultDoc>('import-results').insertOne({ _id, ...of, ...changes });
  return _id;
}

/** A document of an account that does not exist, or of another one. */
async function plantOwned(name: string, accountId = accounts.addUnknown()): Promise<string> {
  const _id = newId();
  await collection<{ _id: string; accountId: string }>(name).insertOne({ _id, accountId });
  return _id;
}

const unsent = () => ({
  outbox: [{ id: newId(), subject: 'event.x.y', accountId: newId(), requestId: 'r', at: EARLIER, data: {} }],
});

const violations = async (by = auditor) =>
  (await by.violations()).map(({ promise, count, ids }) => ({ promise, count, ids }));

async function plantKnown(changes: Partial<KnownDoc> = {}): Promise<string> {
  const _id = newId();
  const of = { accountId: ACCOUNT, queueId: 'q', provider: {}, providerKey: 'p', numbers: {} };
  await collection<KnownDoc>('known-objects').insertOne({
    ...{ _id, ...of, propertyId: newId(), listingIds: {}, createdIn: newId(), hash: 'h' },
    ...changes,
  });
  return _id;
}

async function plantSource(changes: Partial<SourceDoc> = {}): Promise<string> {
  const _id = newId();
  const source = { _id, accountId: ACCOUNT, user: _id, targetIds: [], ...changes };
  await collection<SourceDoc>('import-sources').insertOne(source as unknown as SourceDoc);
  return _id;
}

async function plantPerson(contactId: string): Promise<string> {
  const _id = newId();
  await collection<PersonDoc>('known-persons').insertOne({ _id, accountId: ACCOUNT, contactId });
  return _id;
}

/** A document at another service that belongs to another account. */
const foreign = () => named.set(newId(), { accountId: newId() });
const gone = () => named.set(newId(), undefined);
const ONE_UPDATED = { ...NO_COUNTS, objects: 1, updated: 1 };

interface Damage {
  plant: () => Promise<string>;
  isRepairable: boolean;
  /** Other invariants that it violates, in the order of their rules. */
  also?: string[];
  /** Found once it has lasted for so long. */
  afterMs?: number;
  /** A repair does what is possible, which is nothing here. */
  isLeft?: true;
}

const found = (damage: Damage['plant']): Damage => ({ plant: damage, isRepairable: false });
const repaired = (damage: Damage['plant']): Damage => ({ plant: damage, isRepairable: true });
const ofNobody = (name: string): Damage => ({
  plant: () => plantOwned(name),
  isRepairable: true,
  isLeft: true,
});

/** Damages that an operator could do by hand, by the invariant that finds them. */
const damages: Record<string, Damage> = {
  'imports-worked-on-in-time': found(() => plantQueue({ dueAt: EARLIER })),
  'imports-due-within-schedule': repaired(() => plantQueue({ dueAt: NEVER })),
  'import-leases-end': repaired(() => plantQueue({ lease: { owner: 'a', until: NEVER }, fence: 1 })),
  'unended-imports-are-open': repaired(() => plant({ isOpen: false })),
  'open-imports-have-a-due-queue': repaired(() => plant({ queueId: 'not due' })),
  'packages-bytes-whole': found(() => plant({ packageName: 'never stored' })),
  'import-objects-have-an-import': repaired(() => plantObject()),
  'import-objects-and-imports-share-an-account': found(async () => {
    const importId = await ended({ counts: ONE_UPDATED });
    return plantObject({ importId, accountId: newId() });
  }),
  'import-objects-and-properties-share-an-account': found(async () => {
    const importId = await ended({ counts: ONE_UPDATED });
    return plantObject({ importId, contactId: foreign() });
  }),
  'finished-imports-count-their-objects': repaired(() => ended({ counts: { ...NO_COUNTS, created: 7 } })),
  'imports-and-sources-share-an-account': found(async () =>
    ended({ sourceId: await plantSource({ accountId: newId() }) }),
  ),
  'results-and-sources-share-an-account': found(async () =>
    plantResult({ removeAt: NEVER, sourceId: await plantSource({ accountId: newId() }) }),
  ),
  'sources-name-existing-targets': found(() => plantSource({ targetIds: [newId(), gone()] })),
  'known-objects-have-a-property': {
    ...repaired(() => plantKnown({ propertyId: gone() })),
    afterMs: 600_000,
  },
  'known-objects-and-contacts-share-an-account': found(() => plantKnown({ contactId: foreign() })),
  'known-objects-and-listings-share-an-account': found(() =>
    plantKnown({ listingIds: { [newId()]: foreign() } }),
  ),
  'known-objects-and-imports-share-an-account': found(async () =>
    plantKnown({ createdIn: await ended({ accountId: newId() }) }),
  ),
  'imports-and-queues-share-an-account': found(() => ended({ queueId: queueIdOf(newId()) })),
  'known-objects-and-queues-share-an-account': found(async () =>
    plantKnown({ queueId: queueIdOf(ACCOUNT, await plantSource({ accountId: newId() })) }),
  ),
  'queues-and-sources-share-an-account': found(() => plantQueue({ _id: queueIdOf(newId()) })),
  'previews-and-imports-share-an-account': found(async () => {
    const importId = await ended({ accountId: newId() });
    return ended({ preview: { importId, before: {} } });
  }),
  'known-persons-and-contacts-share-an-account': found(() => plantPerson(foreign())),
  'import-results-written-in-time': found(() => plantResult({ dueAt: EARLIER })),
  'import-results-due-within-schedule': repaired(() => plantResult({ dueAt: NEVER })),
  'imports-removed-in-time': found(() => ended({ removeAt: LONG_AGO })),
  'import-results-removed-in-time': found(() => plantResult({ removeAt: LONG_AGO })),
  'imports-outbox-sent': found(() => ended(unsent())),
  'imports-have-an-account': {
    plant: () => ended({ accountId: accounts.addUnknown() }),
    ...{ isRepairable: true, isLeft: true },
  },
  'import-objects-have-an-account': {
    plant: async () => {
      const importId = await ended({ counts: ONE_UPDATED });
      return plantObject({ importId, accountId: accounts.addUnknown() });
    },
    ...{ isRepairable: true, isLeft: true, also: ['import-objects-and-imports-share-an-account'] },
  },
  ...Object.fromEntries(
    [
      'import-queues',
      'import-sources',
      'import-results',
      'known-objects',
      'known-persons',
      'held-accounts',
    ].map((name) => [`${name}-have-an-account`, ofNobody(name)]),
  ),
};

describe('the auditor of the importer', () => {
  it('the auditor of the importer finds nothing in healthy data, and a repair changes nothing of it', async () => {
    await plant();
    await plant({ isOpen: false, state: 'awaiting_confirmation' });
    await plant({ queueId: 'not due yet', createdAt: NOW });
    await plantObject({ importId: await ended({ counts: ONE_UPDATED }) });
    await plantObject({ importId: await ended({ counts: ONE_UPDATED }), propertyId: gone() });
    await ended({ sourceId: 'was deleted' });
    await plantSource({ targetIds: [newId()] });
    await plantPerson(gone());
    await plantKnown();
    const queueId = queueIdOf(ACCOUNT, await plantSource());
    await plantKnown({ queueId });
    await ended({ queueId: await plantQueue({ _id: queueId }) });
    await ended({ queueId: queueIdOf(ACCOUNT) });
    await plantKnown({ createdIn: await ended(), contactId: gone(), listingIds: { [gone()]: gone() } });
    await ended({ preview: { importId: await ended(), before: {} } });
    await ended({ preview: { importId: newId(), before: {} } });
    // Reserved, or about to be deleted by a row.
    await plantKnown({ propertyId: gone(), deletedBy: newId() });
    await collection<KnownDoc>('known-objects').updateOne(
      { _id: await plantKnown({ propertyId: gone() }) },
      { $unset: { hash: '' } },
    );
    await plantResult({ dueAt: NOW });
    await plantResult({ removeAt: NEVER });
    await plantOwned('import-sources', ACCOUNT);
    await ended({ state: 'failed' });
    await ended({ state: 'cancelled' });
    await ended({ dryRun: true });
    const before = await everyDocument(stage.db);
    expect(await violations()).toEqual([]);
    expect(await auditor.repair({ isDryRun: false })).toEqual({ data: [] });
    expect(await everyRepair(stage.db, invariants, NOW)).toEqual([]);
    expect(await everyDocument(stage.db)).toEqual(before);
  });

  for (const [name, { plant: damage, isRepairable, isLeft, also = [], afterMs }] of Object.entries(damages)) {
    const isRepaired = isRepairable && !isLeft;
    it(`violations of ${name} are found, ${isRepaired ? 'and repaired' : 'with what a person does'}`, async () => {
      const id = await damage();
      const own = auditorOf(options, [name, ...also]);
      if (afterMs !== undefined) {
        expect(await violations(own)).toEqual([]);
        now = new Date(NOW.getTime() + afterMs);
      }
      expect(await own.violations()).toMatchObject([
        ...also.map((promise) => ({ promise, ids: [id] })),
        { promise: name, count: 1, ids: [id], isRepairable },
      ]);
      const { data } = await own.repair({ isDryRun: false });
      expect(data).toMatchObject([
        ...also.map((promise) => ({ promise, repaired: [] })),
        { promise: name, repaired: isRepaired ? [id] : [] },
      ]);
      if (isRepaired) expect(await violations(own)).toEqual([]);
    });
  }

  it('damages of all kinds at once in the importer are all found, and a repair of all breaks nothing else', async () => {
    // What belongs to nobody has no further fields, which walks read.
    const all = await everyDamage(damages, {
      ...options,
      except: /have-an-account$/,
      pass: () => (now = new Date(NOW.getTime() + 600_000)),
    });
    expect(all).toEqual({ unfound: [], unrepaired: [], broken: [] });
  });

  it('a finished import that is still open is found, and its queue is made due', async () => {
    const id = await plant({ state: 'finished', finishedAt: EARLIER, removeAt: NEVER, queueId: 'not due' });
    expect(await violations()).toEqual([{ promise: 'open-imports-have-a-due-queue', count: 1, ids: [id] }]);
    await auditor.repair({ isDryRun: false });
    expect(await violations()).toEqual([]);
  });

  it('packages that are damaged, or that only the index still knows, are found', async () => {
    const id = await plant();
    const { packageName } = (await collection<ImportDoc>('imports').findOne({ _id: id }))!;
    const index = await stage.db.collection('packages.files').findOne({ filename: packageName });
    await stage.db.collection('packages.chunks').deleteMany({ files_id: index?._id });
    expect(await violations()).toEqual([{ promise: 'packages-bytes-whole', count: 1, ids: [id] }]);
  });

  it('what is left of a closed account is erased by a repair from every collection, and nothing of other accounts', async () => {
    const [closed, other] = [accounts.addClosed(), ACCOUNT];
    for (const accountId of [closed, other]) {
      for (const name of COLLECTIONS.filter((one) => !/^import(?:s|-objects)$/.test(one)))
        await plantOwned(name, accountId);
      await plantObject({ accountId, importId: await ended({ accountId }) });
    }
    await auditor.repair({ isDryRun: false });
    for (const name of COLLECTIONS) {
      const owners = await collection<{ _id: string; accountId: string }>(name).find().toArray();
      expect(new Set(owners.map(({ accountId }) => accountId)), name).toEqual(new Set([other]));
    }
  });

  it('documents of the importer that never expire are found in every collection that lets others expire, and repaired', async () => {
    const { planted, found: kept, left: unrepaired } = await endless(stage.db);
    expect(kept).toEqual(planted);
    expect(unrepaired).toEqual([]);
    expect(Object.keys(planted)).toContain('account-erasures-have-an-expiry');
  });

  it('documents of the importer that expired and are still stored are found in every collection that lets them expire', async () => {
    const { planted, found: unremoved } = await unforgotten(stage.db);
    expect(unremoved).toEqual(planted);
    expect(Object.keys(planted)).toEqual(['account-erasures-forgotten-in-time']);
  });

  it('the damages made by hand cover every invariant', () => {
    expect(Object.keys(damages).toSorted()).toEqual(names.toSorted());
  });
});

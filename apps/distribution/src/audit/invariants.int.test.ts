import { listCatalogOwners, listRevisions } from '@estate/contracts';
import { Auditor, newId } from '@estate/persistence';
import type { AuditorOptions, Invariant } from '@estate/persistence';
import { accountsExist } from '@estate/runtime';
import {
  auditorOf,
  endless,
  everyDamage,
  everyDocument,
  everyRepair,
  fakeAccounts,
  startMongo,
  unforgotten,
} from '@estate/testing';
import type { MongoServer } from '@estate/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openStage } from '../../test/stage.ts';
import { standingOf } from '../domain/listing-standing.ts';
import { pendingListing } from '../domain/listing.ts';
import { toListingDoc } from '../stores/listings/listing-document.ts';
import type { ListingDoc } from '../stores/listings/listing-document.ts';
import type { TargetDoc } from '../stores/targets/target-document.ts';
import { withCatalog } from './with-catalog.ts';

const HOUR_MS = 3_600_000;
let server: MongoServer;
let stage: Awaited<ReturnType<typeof openStage>>;
let targetId: string;
let options: AuditorOptions;
let auditor: Auditor;
let names: string[];
let invariants: Invariant[];
const accounts = fakeAccounts();
/** Properties of other accounts. */
const foreign = new Set<string>();
const woken: string[] = [];
beforeAll(async () => {
  server = await startMongo();
  stage = await openStage(server.uri);
  targetId = await stage.addTarget();
  const { bus, catalog, metrics, log, time, listings, stores } = stage;
  bus.answer(listRevisions, ({ ids }) => {
    const known = ids.flatMap((id) => catalog.properties.get(id) ?? []);
    const data = known.map(({ propertyId: id, revision }) => ({ id, revision, isPending: false }));
    return Promise.resolve({ data });
  });
  const { listings: docs } = stores.docs;
  bus.answer(listCatalogOwners, ({ ids }) => {
    const known = ids.filter((id) => catalog.properties.has(id));
    const data = known.map((id) => ({ id, accountId: foreign.has(id) ? newId() : stage.accountId }));
    return Promise.resolve({ data });
  });
  const wakeLane = (id: string) => void woken.push(id);
  invariants = [
    ...stores.invariants,
    ...withCatalog({ bus, docs, listings, wakeLane }),
    ...accountsExist(accounts.ask, stores),
  ];
  names = invariants.map(({ name }) => name);
  options = { invariants, metrics, log, clock: () => time.now, everyMs: 60_000 };
  auditor = new Auditor(options);
});
afterAll(async () => {
  await stage.mongo.close();
  await server.stop();
});
afterEach(async () => {
  await stage.stored.deleteMany({});
  await stage.stores.docs.targets.deleteMany({ _id: { $ne: targetId } });
  for (const name of [
    'unknown-objects',
    'authorizations',
    'reports',
    'feed-fragments',
    'feed-fetches',
    'feed-portions',
    'report-files',
  ])
    await stage.mongo.db.collection(name).deleteMany({});
});

const earlier = () => new Date(stage.time.now.getTime() - HOUR_MS);

/** A listing that is published and of which nothing is left to do, changed as a case wants it. */
async function plant(changes: Partial<ListingDoc>): Promise<string> {
  const id = newId();
  const propertyId = newId();
  stage.catalog.add(propertyId);
  const made = pendingListing({
    id,
    accountId: stage.accountId,
    propertyId,
    targetId,
    requestId: 'r-test',
    at: earlier(),
  });
  const { pendingSince: _since, ...whole } = made;
  const doc: ListingDoc = {
    ...toListingDoc(whole),
    state: 'live',
    doneVersion: 1,
    published: true,
    everUploaded: true,
    property: SENT,
    heardRevision: 1,
    ...changes,
  };
  const standing = doc.state === 'live' && { standing: standingOf(doc) };
  await stage.stored.insertOne({ ...doc, ...standing, ...changes });
  return id;
}

const broken = async (by = auditor) => {
  const found = await by.violations();
  return found.map(({ promise, count, ids }) => ({ promise, count, ids }));
};

const NEVER = new Date('2099-01-01T00:00:00.000Z');
const SENT = {
  ...{ externalId: 'P-1', type: 'houseBuy', updatedAt: '2026-11-01T10:00:00.000Z' },
  fields: { address: { postalCode: '53111', city: 'Bonn' } },
} as unknown as NonNullable<ListingDoc['property']>;
const SUMMARY = { externalId: 'P-1', title: 'House', city: 'Bonn', type: 'houseBuy' } as const;
const unsent = () => ({
  outbox: [
    { id: newId(), subject: 'event.x.y', accountId: newId(), requestId: 'r', at: earlier(), data: {} },
  ],
});

/** Changes the target; returns its id. */
async function harm(set: Partial<TargetDoc>, unset: readonly string[] = []): Promise<string> {
  const $unset = Object.fromEntries(unset.map((name) => [name, '' as const]));
  const id = await stage.addTarget();
  const targets = stage.stores.docs.targets;
  const $set = { updatedAt: earlier(), ...set };
  await targets.updateOne({ _id: id }, { $set, ...(unset.length > 0 && { $unset }) });
  return id;
}

const unknownObject = (id: string) => ({
  ...{ id, accountId: stage.accountId, targetId, propertyId: newId() },
  publishedAt: earlier(),
});

/** A report of an account about the target. */
async function plantReport(accountId: string): Promise<string> {
  const id = newId();
  const said = { state: 'unclear' as const, verified: true, objects: [], objectCount: 0 };
  const times = { receivedAt: earlier(), at: earlier() };
  await stage.stores.reports.put({ id, accountId, targetId, source: 'email', ...times, ...said }, new Date());
  return id;
}

/** A part of a feed; returns the id of its listing. */
async function plantFragment(accountId: string, listingId = newId()): Promise<string> {
  const content = { accountId, targetId, sequence: 1, openimmo: '<immobilie/>', jsonLd: '{}' };
  await stage.stores.feeds.put({ listingId, ...content }, earlier());
  return listingId;
}

async function plantReportFile(accountId: string): Promise<string> {
  const file = { name: `result-${accountId}.csv`, state: '1' };
  await stage.stores.reportFiles.put({ accountId, targetId }, file, stage.time.now);
  const doc = await stage.stores.docs.reportFiles.findOne({ accountId, targetId });
  return doc?._id ?? '';
}

async function plantFetch(accountId: string): Promise<string> {
  const id = newId();
  const fetched = { document: 'openimmo.xml' as const, count: 1, sizeBytes: 9 };
  await stage.stores.fetches.add({ id, accountId, targetId, at: earlier(), ...fetched });
  return id;
}

/** A redirect flow of an account for the target. */
async function plantAuthorization(accountId: string, of = targetId): Promise<string> {
  const flow = { accountId, targetId: of, type: 'x', redirectUrl: 'x', requestToken: 't', consumerKey: 'k' };
  const id = newId();
  const expiresAt = new Date(Date.now() + HOUR_MS);
  const sealed = { sealedRequestSecret: 's', createdAt: earlier(), expiresAt };
  await stage.stores.authorizations.insert({ id, ...flow, ...sealed });
  return id;
}

interface Damage {
  plant: () => Promise<string>;
  isRepairable: boolean;
  /** Found by the first look after this time. */
  afterMs?: number;
  /** A repair does what is possible, which is nothing here. */
  isLeft?: true;
  /** Still violated after the repair. */
  also?: string[];
}

const found = (plant: Damage['plant']): Damage => ({ plant, isRepairable: false });
const left = (plant: Damage['plant']): Damage => ({ plant, isRepairable: true, isLeft: true });
const repaired = (plant: Damage['plant']): Damage => ({ plant, isRepairable: true });

const refused = () => ({
  state: 'deleted' as const,
  wanted: { action: 'delete' as const, version: 2, requestId: 'r-test' },
  lastError: { failureCode: 'internal' as const, failureMessage: 'x', at: earlier() },
});

/** What an operator could break by hand, by the invariant that finds it. */
const damages: Record<string, Damage> = {
  'listings-worked-on-in-time': found(() => plant({ dueAt: earlier() })),
  'listings-due-within-schedule': repaired(() => plant({ dueAt: NEVER })),
  'listings-are-listed-as-they-stand': repaired(() => plant({ standing: 'pending' })),
  'listings-are-found-by-their-words': repaired(() => plant({ summary: SUMMARY, terms: ['other'] })),
  'wishes-are-carried-out-or-due': repaired(() => plant({ doneVersion: 0 })),
  'planned-times-begin': found(() => plant({ publishUntil: earlier(), plannedAt: earlier() })),
  'planned-times-are-kept': repaired(() => plant({ publishUntil: NEVER })),
  'deleted-listings-leave-their-platform': found(() =>
    plant({ ...refused(), stillOnline: { since: earlier(), refusals: 1, againAt: stage.time.now } }),
  ),
  'deletions-are-carried-out-or-planned': repaired(() => plant(refused())),
  'refused-deletions-due-within-schedule': {
    ...repaired(() => plant({ stillOnline: { since: earlier(), refusals: 1, againAt: NEVER } })),
    also: ['deleted-listings-leave-their-platform'],
  },
  'listings-have-a-target': found(() => plant({ targetId: newId() })),
  'listings-and-targets-share-an-account': found(() => plant({ accountId: newId() })),
  'listings-and-properties-share-an-account': found(() => {
    const propertyId = newId();
    foreign.add(propertyId);
    stage.catalog.add(propertyId);
    return plant({ propertyId });
  }),
  'sent-listings-know-their-property': repaired(async () => {
    const id = await plant({});
    await stage.stored.updateOne({ _id: id }, { $unset: { property: '' } });
    return id;
  }),
  'listings-count': repaired(async () => {
    const id = await plant({});
    await stage.stored.updateOne({ _id: id }, { $unset: { counts: '' } });
    return id;
  }),
  'listings-own-their-object': found(async () => {
    await plant({ remote: { objectId: 'o-1' } });
    await plant({ remote: { objectId: 'o-2' } });
    return plant({ remote: { objectId: 'o-1' } });
  }),
  'pending-listings-have-a-time': {
    plant: () => plant({ state: 'pending', createdAt: stage.time.now }),
    isRepairable: true,
  },
  'pending-listings-are-settled': found(() =>
    plant({ state: 'pending', pendingSince: earlier(), dueAt: stage.time.now }),
  ),
  'listing-versions-agree': repaired(() => plant({ doneVersion: 7 })),
  'shown-listings-were-sent': repaired(() => plant({ everUploaded: false })),
  'listings-outbox-sent': found(() => plant(unsent())),
  'listings-know-the-newest-revision': {
    plant: async () => {
      const id = await plant({});
      stage.catalog.change((await stage.stored.findOne({ _id: id }))?.propertyId ?? '');
      return id;
    },
    isRepairable: true,
    afterMs: 600_000,
  },
  'listings-have-a-property': { ...found(() => plant({ propertyId: newId() })), afterMs: 600_000 },
  'listings-have-an-account': left(async () => {
    const accountId = accounts.addUnknown();
    return plant({ accountId, targetId: await harm({ accountId }) });
  }),
  'targets-have-an-account': left(() => harm({ accountId: accounts.addUnknown() })),
  'published-objects-are-known': found(async () => {
    const id = newId();
    await stage.stores.unknownObjects.add(unknownObject(id));
    return id;
  }),
  'authorizations-and-targets-share-an-account': found(() => plantAuthorization(newId())),
  'unknown-objects-and-targets-share-an-account': {
    ...found(async () => {
      const id = newId();
      await stage.stores.unknownObjects.add({ ...unknownObject(id), accountId: newId() });
      return id;
    }),
  },
  'reports-and-targets-share-an-account': found(() => plantReport(newId())),
  'reports-have-an-expiry': repaired(async () => {
    const id = await plantReport(stage.accountId);
    await stage.stores.docs.reports.updateOne({ _id: id }, { $unset: { expiresAt: '' } });
    return id;
  }),
  'feeds-contain-listings': found(() => plantFragment(stage.accountId)),
  'feeds-and-listings-share-an-account': found(async () => plantFragment(newId(), await plant({}))),
  'fetches-and-targets-share-an-account': found(() => plantFetch(newId())),
  'feed-portions-and-targets-share-an-account': found(async () => {
    const portion = { accountId: newId(), targetId, after: '', upTo: newId(), changesOutside: 0 };
    const id = newId();
    await stage.stores.docs.feedPortions.insertOne({ _id: id, ...portion });
    return id;
  }),
  'feed-fetches-have-an-expiry': repaired(async () => {
    const id = await plantFetch(stage.accountId);
    await stage.stores.docs.feedFetches.updateOne({ _id: id }, { $unset: { expiresAt: '' } });
    return id;
  }),
  'report-files-and-targets-share-an-account': found(() => plantReportFile(newId())),
  'report-files-have-an-expiry': repaired(async () => {
    const id = await plantReportFile(stage.accountId);
    await stage.stores.docs.reportFiles.updateOne({ _id: id }, { $unset: { expiresAt: '' } });
    return id;
  }),
  'no-target-is-set-aside': found(() => harm({ setAside: { at: earlier(), deaths: 5 } })),
  'target-deletions-end': found(() => harm({ deleting: { token: 't', at: earlier() } })),
  'lanes-wait-within-schedule': repaired(() => harm({ retryAt: NEVER })),
  'targets-have-a-lane': repaired(() => harm({}, ['retryAt'])),
  'lane-leases-end': repaired(() => harm({ lease: { owner: 'a', until: NEVER }, fence: 3 })),
  'publication-attempts-end': repaired(() => harm({ attempting: [attempt()] })),
  'targets-have-logins-of-their-own': found(async () => {
    const ids = [await harm({ login: 'shared' }), await harm({ login: 'shared' })];
    return ids.toSorted()[1] ?? '';
  }),
  'targets-outbox-sent': found(() => harm(unsent())),
};

const attempt = () =>
  ({
    id: newId(),
    at: earlier(),
    kind: 'publication_attempt',
    requestId: 'r-test',
    ...{ listingId: newId(), propertyId: newId(), targetId, targetType: 'portal' },
    ...{ operation: 'set' as const, outcome: 'interrupted' as const, durationMs: 0 },
  }) as const;

describe('the auditor of the distribution', () => {
  it('healthy data breaks no invariant, and a repair changes nothing of it', async () => {
    await plant({});
    await plant({ dueAt: stage.time.now, doneVersion: 0 });
    await plant({
      doneVersion: 0,
      lastError: { failureCode: 'internal', failureMessage: 'x', at: earlier() },
    });
    await plant({ state: 'deleted', dueAt: stage.time.now });
    await plant({ withheld: 'ended', published: false, everUploaded: false, publishUntil: earlier() });
    await plant({ state: 'pending', pendingSince: stage.time.now, dueAt: stage.time.now });
    await plant({ targetId: await harm({ pausedAt: earlier() }), dueAt: earlier(), doneVersion: 0 });
    await harm({ customerPause: { at: earlier() } });
    await plantAuthorization(stage.accountId);
    await plantAuthorization(newId(), newId());
    await harm({ deletedAt: earlier() });
    await harm({ lease: { owner: 'a', until: stage.time.now }, fence: 3, attempting: [attempt()] });
    expect(await broken()).toEqual([]);
    const { db } = stage.mongo;
    const before = await everyDocument(db);
    expect(await auditor.repair({ isDryRun: false })).toEqual({ data: [] });
    expect(await everyRepair(db, invariants, stage.time.now)).toEqual([]);
    expect(await everyDocument(db)).toEqual(before);
  });

  for (const [name, { plant: damage, isRepairable, isLeft, afterMs, also = [] }] of Object.entries(damages)) {
    const isRepaired = isRepairable && !isLeft;
    it(`violations of ${name} are found, ${isRepaired ? 'and repaired' : 'with what a person does'}`, async () => {
      const id = await damage();
      const own = auditorOf(options, [name, ...also]);
      if (afterMs !== undefined) {
        expect(await broken(own)).toEqual([]);
        stage.pass(afterMs);
      }
      const named = (await own.violations()).find(({ promise }) => promise === name);
      expect(named).toMatchObject({ count: 1, ids: [id], isRepairable });
      const { data } = await own.repair({ invariant: name, isDryRun: false });
      expect(data).toMatchObject([{ promise: name, repaired: isRepaired ? [id] : [] }]);
      const still = (await broken(own)).map(({ promise }) => promise);
      expect(still.includes(name)).toBe(!isRepaired);
      if (isRepaired) expect(still).toEqual(also);
    });
  }

  it('damages of all kinds at once in the distribution are all found, and a repair of all breaks nothing else', async () => {
    const all = await everyDamage(damages, { ...options, pass: () => stage.pass(600_000) });
    expect(all).toEqual({ unfound: [], unrepaired: [], broken: [] });
  });

  it('documents of the distribution that never expire are found in every collection that lets others expire, and repaired', async () => {
    const { planted, found: kept, left: unrepaired } = await endless(stage.mongo.db);
    expect(kept).toEqual(planted);
    expect(unrepaired).toEqual([]);
    expect(Object.keys(planted)).toContain('account-erasures-have-an-expiry');
  });

  it('documents of the distribution that expired and are still stored are found in every collection that lets them expire', async () => {
    const { planted, found: unremoved } = await unforgotten(stage.mongo.db);
    expect(unremoved).toEqual(planted);
    expect(Object.keys(planted)).toEqual(
      expect.arrayContaining(['authorizations-forgotten-in-time', 'timeline-forgotten-in-time']),
    );
  });

  it('the damages made by hand cover every invariant', () => {
    expect(Object.keys(damages).toSorted()).toEqual(names.toSorted());
  });

  it('what is left of a closed account is erased by a repair, and nothing of other accounts', async () => {
    const accountId = accounts.addClosed();
    const target = await harm({ accountId });
    const gone = await plant({ accountId, targetId: target });
    const kept = await plant({});
    const { data } = await auditor.repair({ invariant: 'listings-have-an-account', isDryRun: false });
    expect(data).toMatchObject([{ repaired: [gone], left: 0 }]);
    expect(await broken()).toEqual([]);
    expect((await stage.stored.find().toArray()).map(({ _id }) => _id)).toEqual([kept]);
    expect(await stage.stores.docs.targets.countDocuments({ _id: target })).toBe(0);
  });

  it('a live listing without a standing, which lists would miss, is found and repaired', async () => {
    const id = await plant({});
    await stage.stored.updateOne({ _id: id }, { $unset: { standing: '' } });
    const promise = 'listings-are-listed-as-they-stand';
    expect(await broken()).toEqual([{ promise, count: 1, ids: [id] }]);
    await auditor.repair({ isDryRun: false });
    expect(await stage.stored.findOne({ _id: id })).toMatchObject({ standing: 'published' });
  });

  it('a change of a property that no listing heard of is published after a repair', async () => {
    const id = await plant({});
    const propertyId = (await stage.stored.findOne({ _id: id }))?.propertyId ?? '';
    const revision = stage.catalog.change(propertyId);
    await broken();
    stage.pass(600_000);
    await auditor.repair({ isDryRun: false });
    expect(await stage.stored.findOne({ _id: id })).toMatchObject({
      ...{ heardRevision: revision, dueAt: stage.time.now, wanted: { version: 2 } },
    });
    expect(woken).toContain(targetId);
  });

  it('a change of a property that arrives in time breaks no invariant', async () => {
    const id = await plant({});
    const propertyId = (await stage.stored.findOne({ _id: id }))?.propertyId ?? '';
    const revision = stage.catalog.change(propertyId);
    expect(await broken()).toEqual([]);
    await stage.stored.updateOne({ _id: id }, { $set: { heardRevision: revision } });
    stage.pass(600_000);
    expect(await broken()).toEqual([]);
  });

  it.each([
    ['the operator', () => ({ pausedAt: earlier() })],
    ['the customer', () => ({ customerPause: { at: earlier() } })],
  ])('a listing that waits for a target that %s paused is not counted', async (_who, paused) => {
    const target = await harm(paused());
    await plant({ dueAt: earlier(), targetId: target });
    expect(await broken()).toEqual([]);
  });

  it('what was sent of a property is known again after a repair, also of a listing that is being taken down', async () => {
    const ids = [await plant({}), await plant({ ...refused(), dueAt: stage.time.now })];
    await stage.stored.updateMany({}, { $unset: { property: '' } });
    await stage.stored.updateOne(
      { _id: ids[1] ?? '' },
      {
        $unset: { dueAt: '' },
        $set: { stillOnline: { since: earlier(), refusals: 1, againAt: stage.time.now } },
      },
    );
    await auditor.repair({ invariant: 'sent-listings-know-their-property', isDryRun: false });
    for (const { property, propertyId } of await stage.stored.find().toArray())
      expect(property?.externalId).toBe(stage.catalog.properties.get(propertyId)?.externalId);
  });

  it('the metric has a value for every invariant, 0 where it holds', async () => {
    await plant({ doneVersion: 0 });
    await broken();
    const lines = (await stage.metrics.registry.metrics()).split('\n');
    const shown = lines.filter((line) => line.startsWith('invariant_violations_total'));
    expect(shown).toHaveLength(names.length);
    expect(shown.filter((line) => line.endsWith(' 1'))).toEqual([
      expect.stringContaining('invariant="wishes-are-carried-out-or-due"'),
    ]);
  });
});

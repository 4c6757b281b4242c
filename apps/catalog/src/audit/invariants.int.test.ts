import { Readable } from 'node:stream';
import { createHash } from 'node:crypto';
import { memoryBus } from '@estate/messaging';
import { createLogger, createMetrics } from '@estate/observability';
import { Auditor, connectMongo, newId } from '@estate/persistence';
import type { AuditorOptions, Bytes, Collection, Database, Invariant } from '@estate/persistence';
import { accountsExist } from '@estate/runtime';
import {
  auditorOf,
  everyDamage,
  everyDocument,
  everyRepair,
  fakeAccounts,
  freshDatabase,
  startMongo,
  endless,
  unforgotten,
} from '@estate/testing';
import type { MongoServer } from '@estate/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { manifest } from '../manifest.ts';
import { ACCOUNT, SILENTLY, aProperty } from '../../test/fakes.ts';
import { urlOfUpload } from '../domain/attachment-addresses.ts';
import { contactTerms } from '../stores/contact-store.ts';
import type { ContactDoc } from '../stores/contact-store.ts';
import { openStores } from '../stores/open-stores.ts';
import type { Stores } from '../stores/open-stores.ts';
import type { PropertyDoc } from '../stores/property-document.ts';
import type { UploadDoc } from '../stores/upload-store.ts';

const NOW = new Date('2026-11-01T12:00:00.000Z');
const EARLIER = new Date('2026-11-01T10:00:00.000Z');
const log = createLogger({ service: 'test', level: 'silent' });
const metrics = createMetrics('test');
let server: MongoServer;
let database: Database;
let stores: Stores;
let properties: Collection<PropertyDoc>;
let contacts: Collection<ContactDoc>;
let uploads: Collection<UploadDoc>;
let bytes: Bytes;
let options: AuditorOptions;
let auditor: Auditor;
let names: string[];
let invariants: Invariant[];
const accounts = fakeAccounts();
beforeAll(async () => {
  server = await startMongo();
  database = await connectMongo({ uri: server.uri, database: freshDatabase(), log });
  bytes = database.bytes('attachments');
  const context = { database, bytes: () => Promise.resolve(bytes), bus: memoryBus(manifest), log, metrics };
  stores = await openStores(context, { PROCESSING_RETRY_DELAYS_MS: [2000, 10_000, 30_000] });
  ({ properties, contacts, uploadedAttachments: uploads } = stores.docs);
  invariants = [...stores.invariants, ...accountsExist(accounts.ask, stores)];
  names = invariants.map(({ name }) => name);
  options = { invariants, metrics, log, clock: () => NOW, everyMs: 60_000 };
  auditor = new Auditor(options);
});
afterAll(async () => {
  await database.close();
  await server.stop();
});
afterEach(async () => {
  await properties.deleteMany({});
  await contacts.deleteMany({});
  await uploads.deleteMany({});
  await stores.docs.logos.deleteMany({});
});

/** A property whose processing has ended, changed as a case wants it. */
async function plant(changes: Partial<PropertyDoc> & { remove?: readonly string[] } = {}): Promise<string> {
  const record = aProperty({ id: newId(), externalId: newId(), processingStatus: 'successful' });
  await stores.properties.add(record, SILENTLY);
  const { _id, ...rest } = { _id: record.id, updatedAt: EARLIER, ...changes };
  await properties.updateOne({ _id }, { $set: rest });
  return _id;
}

const broken = async (by = auditor) =>
  (await by.violations()).map(({ promise, count, ids }) => ({ promise, count, ids }));
const processing = { attempt: 0, internalErrors: 0, trace: { requestId: 'r' } };

const NEVER = new Date('2099-01-01T00:00:00.000Z');

/** Stores bytes an hour before. */
async function put(name: string, content: string): Promise<void> {
  await bytes.put(name, Readable.from([Buffer.from(content)]), {});
  const index = database.db.collection('attachments.files');
  await index.updateOne({ filename: name }, { $set: { uploadDate: EARLIER } });
}

/** A file whose bytes are stored. */
async function aFile(content: string) {
  const sha256 = createHash('sha256').update(content).digest('hex');
  await put(sha256, content);
  return {
    url: `https://example.org/${content}`,
    sha256,
    size: content.length,
    mediaType: 'image/jpeg',
  } as const;
}

async function plantContact(changes: Partial<ContactDoc> = {}): Promise<string> {
  const _id = newId();
  const about = { accountId: ACCOUNT, fields: { email: 'a@example.org', lastName: 'A' }, revision: 1 };
  const terms = contactTerms(about);
  const times = { createdAt: EARLIER, updatedAt: EARLIER };
  await contacts.insertOne({ _id, ...about, terms, ...times, ...changes });
  return _id;
}

/** An uploaded attachment whose bytes are stored, and the property that names it. */
async function plantUpload(content: string, changes: Partial<UploadDoc> = {}) {
  const [_id, { url: _url, ...file }] = [newId(), await aFile(content)];
  const about = { _id, accountId: ACCOUNT, ...file, createdAt: EARLIER, usedAt: EARLIER };
  await uploads.insertOne({ ...about, ...changes });
  const stored = { ...file, url: `/attachments/${_id}` };
  const naming = { uploads: [_id], stored: [stored], renditions: [{ ...file, key: 'k' }] };
  return { id: _id, sha256: file.sha256, naming };
}

const unsentAt = (at: Date) => ({
  outbox: [{ id: newId(), subject: 'fact.x.y.z.v1', accountId: newId(), requestId: 'r', at, data: {} }],
});
const unsent = () => unsentAt(EARLIER);
const ofUnknownAccount = () => ({ accountId: accounts.addUnknown() });

interface Damage {
  plant: () => Promise<string>;
  isRepairable: boolean;
  /** A repair does what is possible, which is nothing here. */
  isLeft?: true;
}

/** Damages that an operator could do by hand, by the invariant that finds them. */
const damages: Record<string, Damage> = {
  'properties-processed-in-time': {
    plant: () => plant({ processingStatus: 'pending', processing: { ...processing, dueAt: EARLIER } }),
    isRepairable: false,
  },
  'properties-due-within-schedule': {
    plant: () => plant({ processingStatus: 'pending', processing: { ...processing, dueAt: NEVER } }),
    isRepairable: true,
  },
  'pending-properties-are-due': {
    plant: () => plant({ processingStatus: 'pending', processing }),
    isRepairable: true,
  },
  'properties-are-readable': {
    plant: () => plant({ createdAt: 'yesterday' as never }),
    isRepairable: false,
  },
  'properties-and-contacts-share-an-account': {
    plant: async () => plant({ contactId: await plantContact({ accountId: newId() }) }),
    isRepairable: false,
  },
  'named-contacts-exist': { plant: () => plant({ contactId: newId() }), isRepairable: false },
  'properties-are-found-by-their-words': { plant: () => plant({ terms: ['other'] }), isRepairable: true },
  'contacts-are-found-by-their-words': {
    plant: () => plantContact({ terms: ['other'] }),
    isRepairable: true,
  },
  'property-leases-end': {
    plant: () => plant({ lease: { owner: 'a', until: NEVER }, fence: 1 }),
    isRepairable: true,
  },
  'attachments-bytes-whole': {
    plant: async () => {
      const file = await aFile('lost');
      await bytes.delete(file.sha256);
      return plant({ stored: [file] });
    },
    isRepairable: true,
  },
  'uploaded-attachments-whole': {
    plant: async () => {
      const { id, sha256 } = await plantUpload('unnamed');
      await bytes.delete(sha256);
      return id;
    },
    isRepairable: true,
  },
  'named-uploads-exist': {
    plant: async () => {
      const { id, naming } = await plantUpload('forgotten');
      await uploads.deleteOne({ _id: id });
      return plant(naming);
    },
    isRepairable: true,
  },
  'uploaded-attachments-have-an-account': {
    plant: async () => (await plantUpload('orphan', ofUnknownAccount())).id,
    isRepairable: true,
    isLeft: true,
  },
  'properties-outbox-sent': { plant: () => plant(unsent()), isRepairable: false },
  'contacts-outbox-sent': { plant: () => plantContact(unsent()), isRepairable: false },
  'properties-have-an-account': {
    plant: () => plant(ofUnknownAccount()),
    isRepairable: true,
    isLeft: true,
  },
  'contacts-have-an-account': {
    plant: () => plantContact(ofUnknownAccount()),
    isRepairable: true,
    isLeft: true,
  },
  'logos-have-an-account': {
    plant: async () => {
      const { accountId } = ofUnknownAccount();
      await stores.logos.set({ accountId, url: urlOfUpload(newId()), now: NOW });
      return accountId;
    },
    isRepairable: true,
    isLeft: true,
  },
};

describe('the auditor of the catalog', () => {
  it('the auditor of the catalog finds nothing in healthy data', async () => {
    await plant({ contactId: await plantContact() });
    await plant({ processingStatus: 'pending', processing: { ...processing, dueAt: NOW } });
    await plant({ contactId: newId(), updatedAt: NOW });
    expect(await broken()).toEqual([]);
  });

  it('no repair changes a healthy property, contact or uploaded attachment, in any state', async () => {
    await plant({ contactId: await plantContact() });
    await plant((await plantUpload('named')).naming);
    await plant({ processingStatus: 'pending', processing: { ...processing, dueAt: NOW } });
    await plant({ processingStatus: 'failed', processingFailure: { failureCode: 'internal' } as never });
    await plant({ removeWhenSent: true, ...unsentAt(NOW) });
    await plant({ lease: { owner: 'a', until: NOW }, fence: 2 });
    const { db } = database;
    const before = await everyDocument(db);
    expect(await everyRepair(db, invariants, NOW)).toEqual([]);
    expect(await broken()).toEqual([]);
    expect(await everyDocument(db)).toEqual(before);
  });

  for (const [name, { plant: damage, isRepairable, isLeft }] of Object.entries(damages)) {
    const isRepaired = isRepairable && !isLeft;
    it(`violations of ${name} are found, ${isRepaired ? 'and repaired' : 'with what a person does'}`, async () => {
      const id = await damage();
      const own = auditorOf(options, [name]);
      const [found, ...others] = await own.violations();
      expect(others).toEqual([]);
      expect(found).toMatchObject({ promise: name, count: 1, ids: [id], isRepairable });
      expect(found?.meaning).toMatch(/\.$/);
      const { data } = await own.repair({ isDryRun: false });
      expect(data).toMatchObject([{ promise: name, repaired: isRepaired ? [id] : [] }]);
      expect(await broken(own)).toEqual(isRepaired ? [] : [{ promise: name, count: 1, ids: [id] }]);
      if (isRepaired) expect(await own.repair({ isDryRun: false })).toEqual({ data: [] });
    });
  }

  it('damages of all kinds at once in the catalog are all found, and a repair of all breaks nothing else', async () => {
    const all = await everyDamage(damages, options);
    expect(all).toEqual({ unfound: [], unrepaired: [], broken: [] });
  });

  it('a property of another shape is found, and keeps no damage of another property from being found', async () => {
    const shapeless = await plant({ fields: { title: 7 } as never });
    const other = await plant({ contactId: newId() });
    const found = new Map((await auditor.violations()).map(({ promise, ids }) => [promise, ids]));
    expect(found.get('properties-are-readable')).toEqual([shapeless]);
    expect(found.get('named-contacts-exist')).toEqual([other]);
    await auditor.repair({ isDryRun: false });
    expect(await properties.findOne({ _id: shapeless })).toMatchObject({ fields: { title: 7 } });
  });

  it.each([
    [
      'damaged',
      async ({ sha256 }: { sha256: string }) => {
        await bytes.delete(sha256);
        await put(sha256, 'other');
      },
    ],
    [
      'known to the index and gone from the store',
      async ({ sha256 }: { sha256: string }) => {
        const doc = await database.db.collection('attachments.files').findOne({ filename: sha256 });
        await database.db.collection('attachments.chunks').deleteMany({ files_id: doc?._id });
      },
    ],
  ])('bytes that are %s are found, removed and fetched again', async (how, harm) => {
    const file = await aFile(`harmed-${how.length}`);
    const id = await plant({ renditions: [{ ...file, key: 'k' }] as never });
    await harm(file);
    expect(await broken()).toEqual([{ promise: 'attachments-bytes-whole', count: 1, ids: [id] }]);
    await auditor.repair({ isDryRun: false });
    expect(await broken()).toEqual([]);
    expect(await bytes.touch(file.sha256)).toBe(false);
    expect(await properties.findOne({ _id: id })).toMatchObject({ processingStatus: 'pending' });
  });

  it('what is left of a closed account is erased by a repair, and nothing of other accounts', async () => {
    const accountId = accounts.addClosed();
    const gone = await plant({ accountId });
    await plantContact({ accountId });
    const kept = await plantContact();
    const { data } = await auditor.repair({ invariant: 'properties-have-an-account', isDryRun: false });
    expect(data).toMatchObject([{ repaired: [gone], left: 0 }]);
    expect(await broken()).toEqual([]);
    expect((await contacts.find().toArray()).map(({ _id }) => _id)).toEqual([kept]);
  });

  it('a repair leaves the lost bytes of an upload that a property names, and does not process it again', async () => {
    const { id, sha256, naming } = await plantUpload('named');
    const property = await plant(naming);
    await bytes.delete(sha256);
    const lost = [{ promise: 'uploaded-attachments-whole', count: 1, ids: [id] }];
    expect(await broken()).toEqual(lost);
    const { data } = await auditor.repair({ isDryRun: false });
    expect(data.flatMap(({ repaired }) => repaired)).toEqual([]);
    expect(await broken()).toEqual(lost);
    expect(await properties.findOne({ _id: property })).toMatchObject({ processingStatus: 'successful' });
  });

  it('a repair leaves an upload without bytes that was used a moment ago: a property may be about to name it', async () => {
    const { id, sha256 } = await plantUpload('recent', { usedAt: NOW });
    await bytes.delete(sha256);
    const { data } = await auditor.repair({ isDryRun: false });
    expect(data.flatMap(({ repaired }) => repaired)).toEqual([]);
    expect(await broken()).toEqual([{ promise: 'uploaded-attachments-whole', count: 1, ids: [id] }]);
    await uploads.updateOne({ _id: id }, { $set: { usedAt: EARLIER } });
    const { data: later } = await auditor.repair({ isDryRun: false });
    expect(later.flatMap(({ repaired }) => repaired)).toEqual([id]);
  });

  it('documents of the catalog that never expire are found in every collection that lets others expire, and repaired', async () => {
    const { planted, found: kept, left: unrepaired } = await endless(database.db);
    expect(kept).toEqual(planted);
    expect(unrepaired).toEqual([]);
    expect(Object.keys(planted)).toContain('account-erasures-have-an-expiry');
  });

  it('documents of the catalog that expired and are still stored are found in every collection that lets them expire', async () => {
    const { planted, found: unremoved } = await unforgotten(database.db);
    expect(unremoved).toEqual(planted);
    expect(Object.keys(planted)).toEqual(expect.arrayContaining(['timeline-forgotten-in-time']));
  });

  it('the damages made by hand cover every invariant', () => {
    expect(Object.keys(damages).toSorted()).toEqual(names.toSorted());
  });

  it('a repair of attachments has only those fetched again whose bytes are wrong', async () => {
    const [whole, gone] = [await aFile('whole'), { ...(await aFile('gone')), sha256: 'a'.repeat(64) }];
    const id = await plant({ stored: [whole, gone] });
    await auditor.repair({ ids: [id], isDryRun: false });
    expect(await properties.findOne({ _id: id })).toMatchObject({
      ...{ processingStatus: 'pending', revision: 2, stored: [whole], processing: { dueAt: NOW } },
    });
  });

  it('a repair of a healthy system changes no document', async () => {
    await plant({ stored: [await aFile('healthy')] });
    await plant({ processingStatus: 'pending', processing: { ...processing, dueAt: NOW } });
    await plant({
      processingStatus: 'pending',
      processing: { ...processing, dueAt: EARLIER },
      updatedAt: NOW,
    });
    await plant({ lease: { owner: 'a', until: new Date(NOW.getTime() + 60_000) }, fence: 3 });
    const before = await properties.find().sort({ _id: 1 }).toArray();
    const { data } = await auditor.repair({ isDryRun: false });
    expect(data.flatMap(({ repaired }) => repaired)).toEqual([]);
    expect(await properties.find().sort({ _id: 1 }).toArray()).toEqual(before);
  });
});

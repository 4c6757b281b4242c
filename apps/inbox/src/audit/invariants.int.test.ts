import { createHash } from 'node:crypto';
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
import { listsOf } from '../domain/account-part.ts';
import type { MailDoc } from '../stores/mail-document.ts';
import type { RequestDoc } from '../stores/request-document.ts';
import { log, openTestStores } from '../stores/stores.fixture.ts';
import type { TestStores } from '../stores/stores.fixture.ts';
import type { TextDoc } from '../stores/text-store.ts';
import { requestsElsewhere } from './references.ts';

const NOW = new Date();
const EARLIER = new Date(NOW.getTime() - 3_600_000);
const NEVER = new Date('2099-01-01T00:00:00.000Z');
const LONG_AGO = new Date(EARLIER.getTime() - 3_600_000);
let stores: TestStores;
let mails: Collection<MailDoc>;
let requests: Collection<RequestDoc>;
let options: AuditorOptions;
let auditor: Auditor;
let names: string[];
let invariants: Invariant[];
const accounts = fakeAccounts();
const ACCOUNT = newId();
const named = fakeNamed(ACCOUNT);
beforeAll(async () => {
  stores = await openTestStores();
  mails = stores.database.db.collection('mails');
  requests = stores.database.db.collection('requests');
  invariants = [
    ...stores.invariants,
    ...requestsElsewhere({ bus: named.bus, docs: requests }),
    ...accountsExist(accounts.ask, stores),
  ];
  names = invariants.map(({ name }) => name);
  const metrics = createMetrics('test');
  options = { invariants, metrics, log, clock: () => NOW, everyMs: 60_000 };
  auditor = new Auditor(options);
});
afterAll(() => stores.close());
afterEach(async () => {
  await mails.deleteMany({});
  await requests.deleteMany({});
});

async function storeRaw(content: string, sha256: string): Promise<string> {
  await stores.raws.delete(sha256);
  await stores.raws.put(sha256, Readable.from([Buffer.from(content)]), {});
  const index = stores.database.db.collection('raw-mails.files');
  await index.updateOne({ filename: sha256 }, { $set: { uploadDate: EARLIER } });
  return sha256;
}

/** An email that was read, changed as a case wants it. */
async function plant(changes: Partial<MailDoc> = {}): Promise<string> {
  const id = newId();
  const sha256 = createHash('sha256').update(id).digest('hex');
  const mail: MailDoc = {
    _id: id,
    key: newId(),
    rawSha256: await storeRaw(id, sha256),
    sizeBytes: 100,
    truncated: false,
    source: 'smtp',
    recipients: ['a@example.org'],
    state: 'parsed',
    receivedAt: EARLIER,
    expiresAt: new Date(NOW.getTime() + 86_400_000),
    results: [],
    arrivals: 1,
    attempt: 0,
    internalErrors: 0,
    ...changes,
  };
  await mails.insertOne({ listedUnder: listsOf(mail), ...mail });
  return id;
}

const TARGET = newId();
const resultOf = (requestCount: number) => [{ targetId: TARGET, accountId: ACCOUNT, requestCount }];

async function plantRequest(mailId: string, changes: Partial<RequestDoc> = {}): Promise<string> {
  const _id = newId();
  await requests.insertOne({
    _id,
    accountId: ACCOUNT,
    origin: `${TARGET}:${mailId}:${_id}`,
    targetId: TARGET,
    message: 'x',
    prospect: {},
    propertyProvidedByPlatform: {},
    createdAt: EARLIER,
    ...changes,
  });
  return _id;
}

/** A document at another service that belongs to another account. */
const foreign = () => named.set(newId(), { accountId: newId() });

const unsent = () => ({
  outbox: [{ id: newId(), subject: 'event.x.y', accountId: newId(), requestId: 'r', at: EARLIER, data: {} }],
});
const erasing = (dueAt: Date) => ({ accountId: '', erasing: { accountId: ACCOUNT, dueAt } });

const broken = async (by = auditor) =>
  (await by.violations()).map(({ promise, count, ids }) => ({ promise, count, ids }));

interface Damage {
  plant: () => Promise<string>;
  isRepairable: boolean;
  /** A repair does what is possible, which is nothing here. */
  isLeft?: true;
}

const found = (damage: Damage['plant']): Damage => ({ plant: damage, isRepairable: false });
const repaired = (damage: Damage['plant']): Damage => ({ plant: damage, isRepairable: true });

/** Damages that an operator could do by hand, by the invariant that finds them. */
const damages: Record<string, Damage> = {
  'mails-read-in-time': found(() => plant({ state: 'pending', dueAt: EARLIER })),
  'mails-due-within-schedule': repaired(() => plant({ state: 'pending', dueAt: NEVER })),
  'pending-mails-are-due': repaired(() => plant({ state: 'pending' })),
  'mails-are-listed-as-they-are': repaired(() => plant({ results: resultOf(0), listedUnder: ['x'] })),
  'mail-leases-end': repaired(() => plant({ lease: { owner: 'a', until: NEVER }, fence: 1 })),
  'mails-have-their-requests': repaired(async () => {
    const id = await plant({ results: resultOf(2) });
    await plantRequest(id);
    return id;
  }),
  'raw-mails-bytes-whole': found(() => plant({ rawSha256: 'a'.repeat(64) })),
  'request-texts-exist': repaired(async () => plantRequest(await plant(), { textId: 'gone' })),
  'requests-and-texts-share-an-account': found(async () => {
    const textId = newId();
    const texts = stores.database.db.collection<TextDoc>('texts');
    await texts.insertOne({ _id: textId, accountId: newId(), text: 'x' });
    return plantRequest(newId(), { textId });
  }),
  'requests-and-targets-share-an-account': found(() => plantRequest(newId(), { targetId: foreign() })),
  'requests-and-properties-share-an-account': found(() => plantRequest(newId(), { propertyId: foreign() })),
  'mails-have-an-expiry': repaired(async () => {
    const id = await plant();
    await mails.updateOne({ _id: id }, { $unset: { expiresAt: '' } });
    return id;
  }),
  'erased-requests-leave': found(() => plantRequest(newId(), erasing(LONG_AGO))),
  'erasures-of-requests-due-within-schedule': repaired(() => plantRequest(newId(), erasing(NEVER))),
  'mails-outbox-sent': found(() => plant(unsent())),
  'requests-outbox-sent': found(() => plantRequest(newId(), unsent())),
  'requests-have-an-account': {
    plant: () => {
      const accountId = accounts.addUnknown();
      return plantRequest(newId(), { accountId, targetId: named.set(newId(), { accountId }) });
    },
    isRepairable: true,
    isLeft: true,
  },
};

describe('the auditor of the inbox', () => {
  it('the auditor of the inbox finds nothing in healthy data, and a repair changes nothing of it', async () => {
    const id = await plant({ results: resultOf(1) });
    await plantRequest(id);
    await plant({ state: 'quarantined' });
    await plant({ state: 'pending', dueAt: NOW, receivedAt: NOW });
    await plant({ rawSha256: '', results: [], state: 'failed' });
    await plantRequest(newId(), erasing(NOW));
    const deleted = named.set(newId(), { accountId: ACCOUNT, isDeleted: true });
    await plantRequest(newId(), { targetId: deleted, propertyId: named.set(newId(), undefined) });
    const { db } = stores.database;
    const before = await everyDocument(db);
    expect(await broken()).toEqual([]);
    expect(await auditor.repair({ isDryRun: false })).toEqual({ data: [] });
    expect(await everyRepair(db, invariants, NOW)).toEqual([]);
    expect(await everyDocument(db)).toEqual(before);
  });

  for (const [name, { plant: damage, isRepairable, isLeft }] of Object.entries(damages)) {
    const isRepaired = isRepairable && !isLeft;
    it(`violations of ${name} are found, ${isRepaired ? 'and repaired' : 'with what a person does'}`, async () => {
      const id = await damage();
      const own = auditorOf(options, [name]);
      expect(await own.violations()).toMatchObject([{ promise: name, count: 1, ids: [id], isRepairable }]);
      const { data } = await own.repair({ isDryRun: false });
      expect(data).toMatchObject([{ promise: name, repaired: isRepaired ? [id] : [] }]);
    });
  }

  const isMade = (name: string) =>
    damages[name]?.isRepairable && !damages[name].isLeft && name !== 'request-texts-exist';
  it.each(Object.keys(damages).filter(isMade))('a repair of %s leaves no violation', async (name) => {
    await damages[name]?.plant();
    const own = auditorOf(options, [name]);
    await own.repair({ isDryRun: false });
    expect(await broken(own)).toEqual([]);
  });

  it('damages of all kinds at once in the inbox are all found, and a repair of all breaks nothing else', async () => {
    // A text that is missing comes back when its email is read again.
    const all = await everyDamage(damages, { ...options, except: /^request-texts-exist$/ });
    expect(all).toEqual({ unfound: [], unrepaired: [], broken: [] });
  });

  it('raw bytes that are damaged, or that only the index still knows, are found', async () => {
    const damaged = await plant({ rawSha256: await storeRaw('damaged', 'b'.repeat(64)) });
    const lost = await plant({ rawSha256: await storeRaw('lost', 'c'.repeat(64)) });
    const index = await stores.database.db
      .collection('raw-mails.files')
      .findOne({ filename: 'c'.repeat(64) });
    await stores.database.db.collection('raw-mails.chunks').deleteMany({ files_id: index?._id });
    expect(await broken()).toEqual([
      { promise: 'raw-mails-bytes-whole', count: 2, ids: [damaged, lost].toSorted() },
    ]);
  });

  it('what is left of a closed account is erased by a repair, and nothing of other accounts', async () => {
    const [accountId, other] = [accounts.addClosed(), accounts.addUnknown()];
    const targetOf = (owner: string) => named.set(newId(), { accountId: owner });
    const left = await plantRequest(newId(), { accountId, targetId: targetOf(accountId) });
    const kept = await plantRequest(newId(), { accountId: other, targetId: targetOf(other) });
    const own = await plantRequest(newId());
    const dry = await auditor.repair({ isDryRun: true });
    expect(dry.data).toMatchObject([{ repaired: [left], left: 1 }]);
    const { data } = await auditor.repair({ isDryRun: false });
    expect(data).toMatchObject([{ promise: 'requests-have-an-account', repaired: [left], left: 1 }]);
    const stored = await requests.find().sort({ _id: 1 }).toArray();
    expect(stored.map(({ _id }) => _id)).toEqual([kept, own].toSorted());
  });

  it('a repair of a missing request has its email read again', async () => {
    const id = await damages['mails-have-their-requests']?.plant();
    await auditor.repair({ isDryRun: false });
    expect(await mails.findOne({ _id: id ?? '' })).toMatchObject({
      state: 'pending',
      dueAt: NOW,
      arrivals: 2,
    });
  });

  it('a repair of a missing text has the email of its requests read again', async () => {
    const mailId = await plant();
    await plantRequest(mailId, { textId: 'gone' });
    await auditor.repair({ isDryRun: false });
    expect(await mails.findOne({ _id: mailId })).toMatchObject({ state: 'pending', dueAt: NOW });
  });

  it('documents of the inbox that never expire are found in every collection that lets others expire, and repaired', async () => {
    const { planted, found: kept, left: unrepaired } = await endless(stores.database.db);
    expect(kept).toEqual(planted);
    expect(unrepaired).toEqual([]);
    expect(Object.keys(planted)).toContain('account-erasures-have-an-expiry');
  });

  it('documents of the inbox that expired and are still stored are found in every collection that lets them expire', async () => {
    const { planted, found: unremoved } = await unforgotten(stores.database.db);
    expect(unremoved).toEqual(planted);
    expect(Object.keys(planted)).toEqual(expect.arrayContaining(['mails-forgotten-in-time']));
  });

  it('the damages made by hand cover every invariant', () => {
    expect(Object.keys(damages).toSorted()).toEqual(names.toSorted());
  });
});

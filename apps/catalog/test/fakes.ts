import { EXAMPLE_FIELDS } from '@estate/contracts/examples';
import { manifest } from '../src/manifest.ts';
import type { Manifest } from '../src/manifest.ts';
import { memoryBus } from '@estate/messaging';
import type { MemoryBus, OutgoingMessage } from '@estate/messaging';
import { newId } from '@estate/persistence';
import type { Contacts, Deps, Logos, Properties } from '../src/deps.ts';
import { AttachmentAddresses } from '../src/domain/attachment-addresses.ts';
import type { ContactRecord } from '../src/domain/contact.ts';
import { newProperty } from '../src/domain/property.ts';
import type { PropertyEntry } from '../src/domain/timeline.ts';
import type { PropertyTimeline } from '../src/stores/property-timeline.ts';
import type { PropertyRecord } from '../src/domain/property.ts';
import { DELETE_MARK_MS } from '../src/stores/property-store.ts';
import type { PropertyKey } from '../src/stores/property-store.ts';

export const ACCOUNT = newId();
/** Customers reach the API here. */
export const ADDRESSES = new AttachmentAddresses('https://api.example.org');
export const NOW = new Date('2026-11-01T08:30:00.000Z');
/** Why a property is written, when nothing is published. */
export const SILENTLY = { trace: { requestId: 'req-test-0001' }, messages: [] };
export const caller = { accountId: ACCOUNT, requestId: 'req-test-0001' };

type Row = PropertyRecord & { deleting?: { token: string; at: Date } };

/** Properties in memory, copied in and out; `messages` are those that the writes publish. */
export class FakeProperties implements Properties {
  readonly rows = new Map<string, Row>();
  readonly messages: OutgoingMessage[] = [];

  #live({ accountId, id, seen }: PropertyKey): Row | null {
    const row = this.rows.get(id);
    if (row?.accountId !== accountId) return null;
    const isSeen = seen?.revision === row.revision && seen.processingStatus === row.processingStatus;
    return seen === undefined || isSeen ? row : null;
  }
  async add(...[record, { messages }]: Parameters<Properties['add']>) {
    if ((await this.ofExternalId(record.accountId, record.externalId)) !== null) return false;
    this.rows.set(record.id, { ...record });
    this.messages.push(...messages);
    return true;
  }
  async find(key: PropertyKey) {
    return Promise.resolve(copied(this.#live(key)));
  }
  async ofExternalId(accountId: string, externalId: string) {
    const all = [...this.rows.values()];
    const row = all.find((one) => one.accountId === accountId && one.externalId === externalId);
    return Promise.resolve(row ? { propertyId: row.id, propertyType: row.type } : null);
  }
  async ofTrimmedExternalId(accountId: string, externalId: string) {
    const [only, another] = [...this.rows.values()].filter(
      (row) => row.accountId === accountId && row.externalId.trim() === externalId.trim(),
    );
    return Promise.resolve(only && !another ? { propertyId: only.id, propertyType: only.type } : null);
  }
  async list(accountId: string) {
    const records = [...this.rows.values()].filter((row) => row.accountId === accountId);
    return Promise.resolve({ hasMore: false, records: records.map((row) => ({ ...row })) });
  }
  async replace(...[seen, next, { messages }]: Parameters<Properties['replace']>) {
    const row = this.#live({ ...seen, seen });
    if (!row) return Promise.resolve(null);
    this.rows.set(seen.id, { ...next, ...(row.deleting && { deleting: row.deleting }) });
    this.messages.push(...messages);
    return Promise.resolve({ ...next });
  }
  async findOpen(key: PropertyKey, now: Date) {
    const row = this.#live(key);
    if (row?.deleting && now.getTime() - row.deleting.at.getTime() >= DELETE_MARK_MS) delete row.deleting;
    return Promise.resolve(row?.deleting ? null : copied(row));
  }
  async markDeleting(...[key, { token, now }]: Parameters<Properties['markDeleting']>) {
    const row = this.#live(key);
    if (row) row.deleting = { token, at: now };
    return Promise.resolve(copied(row));
  }
  async unmarkDeleting(...[key, token]: Parameters<Properties['unmarkDeleting']>) {
    const row = this.#live(key);
    if (row?.deleting?.token === token) delete row.deleting;
    return Promise.resolve();
  }
  async remove(...[key, token, message]: Parameters<Properties['remove']>) {
    if (this.#live(key)?.deleting?.token !== token) return Promise.resolve(false);
    this.rows.delete(key.id);
    this.messages.push(message);
    return Promise.resolve(true);
  }
  async followContact(
    ...[{ accountId, contactId, revision, now }, announce]: Parameters<Properties['followContact']>
  ) {
    for (const row of this.rows.values()) {
      if (row.accountId !== accountId || row.contactId !== contactId) continue;
      if (revision !== undefined && (row.contactRevision ?? 0) >= revision) continue;
      row.revision += 1;
      if (revision !== undefined) row.contactRevision = revision;
      else {
        row.updatedAt = now;
        delete row.contactId;
        delete row.contactRevision;
      }
      if (row.processingStatus !== 'pending') this.messages.push(announce(row));
    }
    return Promise.resolve();
  }
}

/** What is added to timelines; what properties record themselves is not in memory. */
export class FakeTimeline implements Pick<PropertyTimeline, 'add' | 'part'> {
  readonly entries: PropertyEntry[] = [];

  add(...[, entry]: Parameters<PropertyTimeline['add']>) {
    this.entries.push(entry);
    return Promise.resolve();
  }
  part(...[, propertyId]: Parameters<PropertyTimeline['part']>) {
    const data = this.entries.filter((entry) => entry.propertyId === propertyId);
    return Promise.resolve({ hasMore: false, data, isKnown: data.length > 0 });
  }
}

const copied = (row: Row | null): PropertyRecord | null => row && { ...row };

/** Contacts in memory. */
export class FakeContacts implements Contacts {
  readonly rows = new Map<string, ContactRecord>();
  readonly messages: OutgoingMessage[] = [];

  async add(contact: ContactRecord) {
    this.rows.set(contact.id, contact);
    return Promise.resolve();
  }
  async find({ accountId, id }: { accountId: string; id: string }) {
    const row = this.rows.get(id);
    return Promise.resolve(row?.accountId === accountId ? row : null);
  }
  async list(accountId: string) {
    const records = [...this.rows.values()].filter((row) => row.accountId === accountId);
    return Promise.resolve({ hasMore: false, records });
  }
  async replace(...[key, { fields, now }, message]: Parameters<Contacts['replace']>) {
    const row = await this.find(key);
    if (!row) return null;
    const next = { ...row, fields, revision: row.revision + 1, updatedAt: now };
    this.rows.set(key.id, next);
    this.messages.push(message);
    return next;
  }
  async remove(...[key, message]: Parameters<Contacts['remove']>) {
    const row = await this.find(key);
    if (!row) return null;
    this.rows.delete(key.id);
    this.messages.push(message);
    return row;
  }
}

/** Logos in memory. */
export class FakeLogos implements Logos {
  readonly urls = new Map<string, string>();

  find(accountId: string) {
    return Promise.resolve(this.urls.get(accountId));
  }
  async set({ accountId, url }: Parameters<Logos['set']>[0]) {
    const former = await this.find(accountId);
    this.urls.set(accountId, url);
    return former;
  }
  async remove(accountId: string) {
    const former = await this.find(accountId);
    this.urls.delete(accountId);
    return former;
  }
}

export interface FakeDeps extends Deps {
  bus: MemoryBus<Manifest>;
  properties: FakeProperties;
  contacts: FakeContacts;
}

export const NO_UPLOADS: Pick<Deps, 'addresses' | 'bytes' | 'uploads'> = {
  addresses: ADDRESSES,
  bytes: { absent: () => Promise.resolve(new Set()), touchAll: () => Promise.resolve(new Set()) },
  uploads: {
    find: () => Promise.resolve(null),
    list: () => Promise.resolve({ hasMore: false, uploads: [] }),
    ofFiles: () => Promise.resolve([]),
    use: () => Promise.resolve(),
  },
};

export const NO_REVISIONS: Deps['propertyRevisions'] = {
  of: () => Promise.resolve([]),
  others: () => Promise.resolve([]),
  settled: () => Promise.resolve(undefined),
};

/** Everything a route needs, in memory. */
export const fakeDeps = (): FakeDeps => ({
  clock: () => NOW,
  newId,
  bus: memoryBus(manifest),
  properties: new FakeProperties(),
  contacts: new FakeContacts(),
  logos: new FakeLogos(),
  timeline: new FakeTimeline(),
  wakeProcessing: () => undefined,
  smallerImages: { find: () => Promise.reject(new Error('no image is made here')) },
  ...NO_UPLOADS,
  findNamed: () => Promise.resolve([]),
  propertyRevisions: NO_REVISIONS,
});

/** A property that waits to be processed. */
export const aProperty = (changes: Partial<PropertyRecord> = {}): PropertyRecord => {
  const id = newId();
  const identity = { id, accountId: ACCOUNT, externalId: `P-${id}`, now: NOW };
  const created = newProperty({ type: 'apartmentBuy', fields: EXAMPLE_FIELDS }, identity);
  return { ...created, processingStatus: 'pending', ...changes };
};

export const aContact = (changes: Partial<ContactRecord> = {}): ContactRecord => ({
  id: newId(),
  accountId: ACCOUNT,
  fields: { email: 'anna@example.org', lastName: 'Beispiel' },
  revision: 1,
  createdAt: NOW,
  updatedAt: NOW,
  ...changes,
});

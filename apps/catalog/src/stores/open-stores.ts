import { OutboxRelay, ensureIndexes } from '@estate/persistence';
import type { Collection, OutboxDocument } from '@estate/persistence';
import type { StoreContext } from '@estate/runtime';
import { catalogInvariants } from '../audit/invariants.ts';
import { ContactStore, contactIndexes } from './contact-store.ts';
import type { ContactDoc } from './contact-store.ts';
import { propertyIndexes } from './property-document.ts';
import type { PropertyDoc } from './property-document.ts';
import { PropertyQueue } from './property-queue.ts';
import { PropertyStore } from './property-store.ts';

export type Stores = Awaited<ReturnType<typeof openStores>>;

/** Everything the catalog stores, with its indexes, and the relay that publishes their outboxes. */
export async function openStores({ database, bus, log, metrics }: StoreContext) {
  const { db } = database;
  const properties = db.collection<PropertyDoc>('properties');
  const contacts = db.collection<ContactDoc>('contacts');
  await Promise.all([ensureIndexes(properties, propertyIndexes), ensureIndexes(contacts, contactIndexes)]);
  const collections = [properties, contacts] as unknown as Collection<OutboxDocument>[];
  const relay = new OutboxRelay({ bus, log, metrics, collections });
  return {
    /** The bytes of attachments and renditions under their SHA-256, with their media type. */
    attachments: database.bucket('attachments'),
    properties: new PropertyStore(properties, relay),
    contacts: new ContactStore(contacts, relay),
    queue: new PropertyQueue(properties, relay),
    relay,
    sealed: [],
    invariants: catalogInvariants({ properties, contacts }),
  };
}

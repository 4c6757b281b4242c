import { OutboxRelay, ensureIndexes } from '@estate/persistence';
import type { Collection, OutboxDocument } from '@estate/persistence';
import type { ServiceStores, StoreContext } from '@estate/runtime';
import { catalogInvariants } from '../audit/invariants.ts';
import { AttachmentStore } from './attachment-store.ts';
import { ContactStore, contactIndexes } from './contact-store.ts';
import type { ContactDoc } from './contact-store.ts';
import { propertyIndexes } from './property-document.ts';
import type { PropertyDoc } from './property-document.ts';
import { PropertyQueue } from './property-queue.ts';
import { PropertyStore } from './property-store.ts';

export interface Stores extends ServiceStores {
  properties: PropertyStore;
  contacts: ContactStore;
  attachments: AttachmentStore;
  queue: PropertyQueue;
  relay: OutboxRelay;
}

/** Everything the catalog stores, with its indexes, and the relay that sends what the documents announce. */
export async function openStores({ database, bus, log, metrics }: StoreContext): Promise<Stores> {
  const { db } = database;
  const properties = db.collection<PropertyDoc>('properties');
  const contacts = db.collection<ContactDoc>('contacts');
  await Promise.all([ensureIndexes(properties, propertyIndexes), ensureIndexes(contacts, contactIndexes)]);
  const collections = [properties, contacts] as unknown as Collection<OutboxDocument>[];
  const relay = new OutboxRelay({ bus, log, metrics, collections });
  return {
    properties: new PropertyStore(properties, relay),
    contacts: new ContactStore(contacts, relay),
    attachments: new AttachmentStore(database.bucket('attachments')),
    queue: new PropertyQueue(properties, relay),
    relay,
    sealed: [],
    invariants: catalogInvariants({ properties, contacts }),
  };
}

import { createLogger } from '@estate/observability';
import { connectMongo, newId, termsOf } from '@estate/persistence';
import type { Document, Filter } from '@estate/persistence';
import { until } from './until.ts';
import type { World } from './world.ts';

/** A document as a service has saved it. */
export type Saved = Document & { _id: string };

export interface Newer {
  service: string;
  collection: string;
  /** Which document of the service the others are made of. */
  like: Filter<Saved>;
  count: number;
  /** What each of them has of its own. */
  fresh: (position: number, saved: Document) => Document;
}

/** Adds newer documents to a collection of a service, each made of one that the service has saved itself. */
export async function addNewer(
  { databaseOf, stack }: World,
  { service, collection, like, count, fresh }: Newer,
): Promise<void> {
  const log = createLogger({ service: 'e2e', level: 'silent' });
  const { db, close } = await connectMongo({ uri: stack.mongoUri, database: databaseOf(service), log });
  try {
    const documents = db.collection<Saved>(collection);
    const found = await documents.findOne(like);
    if (!found) throw new Error(`the collection ${collection} has nothing to be copied`);
    // The number of a delivery in its webhook is unique.
    const { sequence: _sequence, ...saved } = found;
    await idsAfter(found._id);
    const made = Array.from({ length: count }, (_, position) => ({
      ...saved,
      _id: newId(),
      ...fresh(position, saved),
    }));
    await documents.insertMany(made);
  } finally {
    await close();
  }
}

/** Waits until new ids sort after another one: those that two processes make in the same second may sort either way. */
const idsAfter = (other: string) =>
  until({ what: `ids after ${other}`, look: () => Promise.resolve(newId()), good: (id) => id > other });

/** Newer properties of the account of one. */
export const addNewerProperties = (world: World, id: string, count: number) =>
  addNewer(world, {
    ...{ service: 'catalog', collection: 'properties', like: { _id: id }, count },
    fresh: (position, { fields }) => {
      const [title, externalId] = [`Wohnung ${String(position)}`, `N-${String(position)}`];
      return { externalId, fields: { ...fields, title }, terms: termsOf(title, 'Ulm', externalId) };
    },
  });

const elsewhere = () => ({ listingId: newId(), propertyId: newId() });

/** Newer publications of other listings than that of an event, as events. */
export const addNewerEvents = (world: World, listingId: string, count: number) =>
  addNewer(world, {
    ...{ service: 'notifier', collection: 'events', like: { listingId }, count },
    fresh: (_position, { targetId }) => {
      const [_id, eventName, eventTime, about] = [newId(), 'publication.succeeded', new Date(), elsewhere()];
      const eventPayload = { ...about, targetId, type: 'set' };
      const rawBody = JSON.stringify({ eventId: _id, eventName, eventPayload, eventTime });
      return { ...about, _id, eventName, eventTime, rawBody };
    },
  });

/** Newer deliveries of the webhook that the event of a listing was delivered to. */
export const addNewerDeliveries = (world: World, listingId: string, count: number) =>
  addNewer(world, {
    ...{ service: 'notifier', collection: 'deliveries', like: { listingId }, count },
    fresh: () => ({ ...elsewhere(), eventId: newId(), createdAt: new Date() }),
  });

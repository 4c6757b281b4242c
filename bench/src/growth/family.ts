import type { Db, MongoClient } from 'mongodb';
import type { Stored } from '../lists/list-bench.ts';

/** Where a property leaves documents: of itself, of its listings, their events and deliveries, and its inquiries. */
const PLACES = [
  ['catalog', 'properties'],
  ['catalog', 'timeline'],
  ['distribution', 'listings'],
  ['distribution', 'timeline'],
  ['notifier', 'events'],
  ['notifier', 'deliveries'],
  ['inbox', 'mails'],
  ['inbox', 'requests'],
] as const;

const ID = /^[0-9a-v]{20}$/;

/** The documents of one collection that belong to a property. */
export interface Place {
  database: string;
  collection: string;
  docs: readonly Stored[];
}

/** A property with all that it has left, as the services have stored it. */
export interface Family {
  places: readonly Place[];
  /** The ids of its documents, oldest first. */
  ids: readonly string[];
}

/** Collects the documents that name a property, or one of its documents; to be called while there are few. */
export async function familyOf(client: MongoClient, propertyId: string): Promise<Family> {
  const known = new Set([propertyId]);
  for (;;) {
    const before = known.size;
    const places: Place[] = [];
    for (const [database, collection] of PLACES) {
      const docs = await namedIn(client.db(database), collection, known);
      for (const id of docs.flatMap(idsOf)) known.add(id);
      places.push({ database, collection, docs });
    }
    if (known.size === before) return { places, ids: [...known].toSorted() };
  }
}

/** The id of a document, and of the email that a request came with: `targetId:mailId:…`. */
function idsOf({ _id, origin }: Stored): string[] {
  const mailId = typeof origin === 'string' ? origin.split(':')[1] : undefined;
  return [_id, mailId ?? ''].filter((id) => ID.test(id));
}

async function namedIn(db: Db, collection: string, known: ReadonlySet<string>): Promise<Stored[]> {
  const docs = await db.collection<Stored>(collection).find().toArray();
  return docs.filter((doc) => {
    const text = JSON.stringify(doc);
    return [...known].some((id) => text.includes(id));
  });
}

import type { Collection } from '@estate/persistence';
import type { ContactDoc } from './contact-store.ts';
import type { LogoDoc } from './logo-store.ts';
import type { PropertyDoc } from './property-document.ts';

interface Naming {
  _id: string;
  /** The uploaded attachments that it names. */
  uploads?: string[];
}

/** A collection whose documents name uploaded attachments. */
export type NamingCollection = Collection<PropertyDoc> | Collection<ContactDoc> | Collection<LogoDoc>;

/** Returns the uploaded attachments that a document of the collection names. */
async function namedAmong(docs: NamingCollection, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const naming = await (docs as unknown as Collection<Naming>)
    .find({ uploads: { $in: [...ids] } }, { projection: { _id: 0, uploads: 1 } })
    .toArray();
  return new Set(naming.flatMap(({ uploads = [] }) => uploads)).intersection(new Set(ids));
}

/** Returns the uploaded attachments that a document of any of the collections names. */
export async function namedAmongAll(
  collections: readonly NamingCollection[],
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const named = await Promise.all(collections.map((docs) => namedAmong(docs, ids)));
  return new Set(named.flatMap((those) => [...those]));
}

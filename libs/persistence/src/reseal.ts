import type { Resealed } from '@estate/contracts';
import type { Collection, Filter } from 'mongodb';

const AT_ONCE = 200;

/** As much of a vault as sealing with another key needs. */
export interface Resealer {
  seal(plaintext: string, recordId: string): string;
  open(sealed: string, recordId: string): string;
  needsReseal(sealed: string): boolean;
}

/** Texts of a document that are sealed for its id, by the path they lie at. */
export interface SealedCollection {
  collection: Collection<{ _id: string }>;
  fields: readonly string[];
  /** Path of the sealed text (`grant.token`, `keys.0.sealed`) → the text. */
  sealed: (doc: object) => Record<string, string | undefined>;
}

export type { Resealed as Resealing };

/** Seals the next documents with the vault's current key; repeating a step changes nothing. */
export async function reseal(
  collections: readonly SealedCollection[],
  vault: Resealer,
  after = ':',
): Promise<Resealed> {
  const [name = '', ...rest] = after.split(':');
  const position = name === '' ? 0 : collections.findIndex((one) => one.collection.collectionName === name);
  const current = collections[position];
  if (!current) return { examined: 0, resealed: 0, unreadable: [] };
  const docs = await current.collection
    .find({ _id: { $gt: rest.join(':') } })
    .sort({ _id: 1 })
    .limit(AT_ONCE)
    .project<{ _id: string }>(Object.fromEntries(current.fields.map((field) => [field, 1])))
    .toArray();
  const outcomes = await Promise.all(docs.map((doc) => resealOne(current, doc, vault)));
  const last = docs.length === AT_ONCE ? docs.at(-1) : undefined;
  const following = collections[position + 1]?.collection.collectionName;
  const next = last ? `${current.collection.collectionName}:${last._id}` : following && `${following}:`;
  return {
    examined: docs.length,
    resealed: outcomes.filter((outcome) => outcome === 'resealed').length,
    unreadable: docs.filter((_doc, index) => outcomes[index] === 'unreadable').map(({ _id }) => _id),
    ...(next !== undefined && { next }),
  };
}

async function resealOne(
  { collection, sealed }: SealedCollection,
  doc: { _id: string },
  vault: Resealer,
): Promise<'current' | 'resealed' | 'unreadable'> {
  const old = Object.entries(sealed(doc)).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  let fresh: Record<string, string>;
  try {
    const outdated = old.filter(([, text]) => vault.needsReseal(text));
    fresh = Object.fromEntries(
      outdated.map(([path, text]) => [path, vault.seal(vault.open(text, doc._id), doc._id)]),
    );
  } catch {
    return 'unreadable';
  }
  if (Object.keys(fresh).length === 0) return 'current';
  // Only as it was read: a secret that was set meanwhile is newer, and sealed with the current key.
  const seen = { _id: doc._id, ...Object.fromEntries(old) } as Filter<{ _id: string }>;
  const { modifiedCount } = await collection.updateOne(seen, { $set: fresh });
  return modifiedCount === 1 ? 'resealed' : 'current';
}

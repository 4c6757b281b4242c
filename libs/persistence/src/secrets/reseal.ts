import type { Resealed } from '@estate/contracts';
import type { Collection, Filter } from 'mongodb';

const AT_ONCE = 200;

/** The part of a vault that is needed for sealing with another key. */
export interface Resealer {
  seal(plaintext: string, recordId: string): string;
  open(sealed: string, recordId: string): string;
  needsReseal(sealed: string): boolean;
}

/** Documents with texts that are sealed for their id, and the paths of these texts (`grant.token`), also in lists (`keys.sealed`). */
export interface SealedCollection {
  collection: Collection<{ _id: string }>;
  fields: readonly string[];
}

/**
 * The sealed texts of a document by their own paths (`grant.token`, `keys.0.sealed`).
 * @throws TypeError for a document of another shape
 */
export const sealedTexts = (doc: object, fields: readonly string[]): [string, string][] =>
  fields.flatMap((field) => textsAt(doc, field.split('.'), []));

function textsAt(value: unknown, path: readonly string[], from: readonly string[]): [string, string][] {
  if (value === undefined) return [];
  if (Array.isArray(value))
    return value.flatMap((one, index) => textsAt(one, path, [...from, String(index)]));
  const [name, ...rest] = path;
  if (name === undefined && typeof value === 'string') return [[from.join('.'), value]];
  if (name === undefined || typeof value !== 'object' || value === null)
    throw new TypeError(`There is no sealed text at ${from.join('.')}.`);
  return textsAt(Reflect.get(value, name), rest, [...from, name]);
}

/** The fields to read for sealed texts: a projection of the full paths would leave out damaged values in between. */
export const sealedRoots = (fields: readonly string[]): string[] => [
  ...new Set(fields.map((field) => field.split('.')[0] ?? field)),
];

export type { Resealed as Resealing };

/** Seals the next documents with the vault's current key. Idempotent. */
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
    .project<{ _id: string }>(Object.fromEntries(sealedRoots(current.fields).map((field) => [field, 1])))
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
  { collection, fields }: SealedCollection,
  doc: { _id: string },
  vault: Resealer,
): Promise<'current' | 'resealed' | 'unreadable'> {
  let old: [string, string][];
  let fresh: Record<string, string>;
  try {
    old = sealedTexts(doc, fields);
    const outdated = old.filter(([, text]) => vault.needsReseal(text));
    fresh = Object.fromEntries(
      outdated.map(([path, text]) => [path, vault.seal(vault.open(text, doc._id), doc._id)]),
    );
  } catch {
    return 'unreadable';
  }
  if (Object.keys(fresh).length === 0) return 'current';
  // Only if unchanged: a secret that was set meanwhile is newer, and sealed with the current key.
  const seen = { _id: doc._id, ...Object.fromEntries(old) } as Filter<{ _id: string }>;
  const { modifiedCount } = await collection.updateOne(seen, { $set: fresh });
  return modifiedCount === 1 ? 'resealed' : 'current';
}

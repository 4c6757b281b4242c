import type { Db, Invariant } from '@estate/persistence';

/** All documents of a database by collection, without the state of auditors' walks. */
export async function everyDocument(db: Db): Promise<Record<string, readonly { _id: unknown }[]>> {
  const collections = await db.listCollections({}, { nameOnly: true }).toArray();
  const names = collections.map(({ name }) => name).filter((name) => !name.startsWith('audit-walks'));
  const entries = names
    .toSorted()
    .map(async (name) => [name, await db.collection(name).find().sort({ _id: 1 }).toArray()] as const);
  return Object.fromEntries(await Promise.all(entries));
}

/** Runs each repair on every document, whether or not an auditor finds it; returns the names of those that changed something. */
export async function everyRepair(db: Db, invariants: readonly Invariant[], now: Date): Promise<string[]> {
  const documents = Object.values(await everyDocument(db)).flat();
  const ids = documents.flatMap(({ _id }) => (typeof _id === 'string' ? _id : []));
  const repaired: string[] = [];
  for (const { name, repair } of invariants)
    if (((await repair?.(ids, now)) ?? []).length > 0) repaired.push(name);
  return repaired;
}

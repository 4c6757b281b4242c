import { expiringIn, forgottenInTime, newId } from '@estate/persistence';
import type { Db } from '@estate/persistence';

/** The TTL monitor of the database removes nothing before the look is over. */
const EXPIRES_IN_MS = 10 * 60_000;
const LOOKED_AFTER_MS = 3 * 3_600_000;

/** A document that expires soon in each collection of which this is declared, and what its rule finds long after, by the rules' names. */
export async function unforgotten(db: Db): Promise<Record<'planted' | 'found', Record<string, string[]>>> {
  const planted: Record<string, string[]> = {};
  const found: Record<string, string[]> = {};
  for (const { collection, field, afterSeconds } of expiringIn(db)) {
    const _id = newId();
    const at = new Date(Date.now() + EXPIRES_IN_MS - afterSeconds * 1000);
    await collection.insertOne({ _id, [field]: at });
    planted[`${collection.collectionName}-forgotten-in-time`] = [_id];
  }
  for (const { name, broken } of forgottenInTime(db))
    found[name] = [...(await broken({ now: new Date(Date.now() + LOOKED_AFTER_MS) }))];
  for (const { collection } of expiringIn(db)) await collection.deleteMany({});
  return { planted, found };
}

import { expiringIn, forgottenInTime, haveAnyExpiry, newId } from '@estate/persistence';
import type { Db } from '@estate/persistence';

/** Later than the end of the check, so that the TTL monitor of the database removes nothing before. */
const EXPIRES_IN_MS = 10 * 60_000;
const LOOKED_AFTER_MS = 3 * 3_600_000;

/**
 * Plants a document that expires soon in each collection with a declared expiry, and returns what its rule finds long after, by the rules'
 * names.
 */
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

/** Plants documents without the time of their expiry; `left` are those that a repair has not corrected. */
export async function endless(db: Db, endingLater?: readonly string[]) {
  const planted: Record<string, string[]> = {};
  const [found, left]: [Record<string, string[]>, string[]] = [{}, []];
  const now = new Date();
  const rules = haveAnyExpiry(db, endingLater);
  for (const { collection } of expiringIn(db)) {
    const _id = newId();
    // A unique index refuses a second document without its field.
    await collection.deleteMany({});
    await collection.insertOne({ _id });
    const name = `${collection.collectionName}-have-an-expiry`;
    if (rules.some((rule) => rule.name === name)) planted[name] = [_id];
  }
  for (const { name, broken, repair } of rules) {
    found[name] = [...(await broken({ now }))];
    await repair?.(found[name], now);
    left.push(...(await broken({ now })));
  }
  for (const { collection } of expiringIn(db)) await collection.deleteMany({});
  return { planted, found, left };
}

import { newId, sealsOpen } from '@estate/persistence';
import type { Resealer, SealedCollection } from '@estate/persistence';

/**
 * Plants two documents for each secret field of these collections, one with a valid secret and one sealed with an unknown key; returns what
 * the rules find, by their names.
 */
export async function unopenable(
  sealed: readonly SealedCollection[],
  vault: Resealer,
): Promise<Record<'planted' | 'found', Record<string, string[]>>> {
  const planted: Record<string, string[]> = {};
  const found: Record<string, string[]> = {};
  for (const { collection, fields } of sealed) {
    const lost: string[] = [];
    for (const field of fields) {
      const [healthy, unknown] = [newId(), newId()];
      const secrets = { [healthy]: vault.seal('secret', healthy), [unknown]: vault.seal('secret', unknown) };
      secrets[unknown] = (secrets[unknown] ?? '').replace(/^v1\.\w+\./, 'v1.k9.');
      for (const [_id, secret] of Object.entries(secrets))
        await collection.updateOne({ _id }, { $set: { [field]: secret } as object }, { upsert: true });
      lost.push(unknown);
    }
    planted[`${collection.collectionName}-seals-open`] = lost;
  }
  for (const { name, broken } of sealsOpen(sealed, vault))
    found[name] = [...(await broken({ now: new Date() }))];
  for (const { collection } of sealed) await collection.deleteMany({});
  return { planted, found };
}

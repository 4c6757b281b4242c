import { hash } from 'node:crypto';
import { MongoClient } from 'mongodb';
import type { Services } from './services.ts';

/** Collections that change by themselves: what a call adds to logs and limits, and where walks, counts and streams have come to. */
const AT_THEIR_OWN_PACE =
  /^(?:audit-walks|audit-log|audit-log-chains|request-log|rate-limits|idempotency-keys|marks|retelling|walks|usage|usage-states|attempt-days)$/;

/** A hash of every document of all services, by its place; webhooks remember their last number a while after it was used. */
export async function everyDocument({
  mongoUri,
  replicas,
  databaseOf,
}: Services): Promise<Record<string, string>> {
  const client = new MongoClient(mongoUri);
  const found: Record<string, string> = {};
  for (const database of new Set(replicas.map(({ name }) => databaseOf(name)))) {
    for (const { name } of await client.db(database).listCollections().toArray()) {
      if (AT_THEIR_OWN_PACE.test(name)) continue;
      for await (const { lastSequence: _later, ...doc } of client.db(database).collection(name).find())
        found[`${database} ${name} ${String(doc._id)}`] = hash('sha256', JSON.stringify(doc));
    }
  }
  await client.close();
  return found;
}

import type { Bus } from '@estate/messaging';
import type { Logger, Metrics } from '@estate/observability';
import { OutboxRelay, ensureIndexes } from '@estate/persistence';
import type { AuditedPromise, Database } from '@estate/persistence';
import type { Vault } from '@estate/vault';
import { distributionPromises } from '../audit/promises.ts';
import { AuthorizationStore, authorizationIndexes } from './authorization-store.ts';
import type { AuthorizationDoc } from './authorization-store.ts';
import { ConsumerCredentialStore, consumerIndexes } from './consumer-credential-store.ts';
import type { ConsumerDoc } from './consumer-credential-store.ts';
import { listingCollection, listingIndexes, listingOutbox } from './listings/listing-document.ts';
import { ListingStore } from './listings/listing-store.ts';
import { SealedSecrets } from './sealed-secrets.ts';
import { targetCollection, targetIndexes } from './targets/target-document.ts';
import { TargetStore } from './targets/target-store.ts';

export interface Stores {
  targets: TargetStore;
  listings: ListingStore;
  consumers: ConsumerCredentialStore;
  authorizations: AuthorizationStore;
  secrets: SealedSecrets;
  relay: OutboxRelay;
  invariants: AuditedPromise[];
}

export interface StoresOptions {
  database: Pick<Database, 'db'>;
  bus: Pick<Bus, 'publish'>;
  log: Logger;
  metrics: Metrics;
  vault: Vault;
}

/** Everything the distribution stores, with its indexes, and the relay that sends what the documents announce. */
export async function openStores({ database, bus, log, metrics, vault }: StoresOptions): Promise<Stores> {
  const { db } = database;
  const targetDocs = targetCollection(db);
  const listingDocs = listingCollection(db);
  const consumerDocs = db.collection<ConsumerDoc>('consumer-credentials');
  const authorizationDocs = db.collection<AuthorizationDoc>('authorizations');
  await Promise.all([
    ensureIndexes(targetDocs, targetIndexes),
    ensureIndexes(listingDocs, listingIndexes),
    ensureIndexes(consumerDocs, consumerIndexes),
    ensureIndexes(authorizationDocs, authorizationIndexes),
  ]);
  const relay = new OutboxRelay({ bus, log, metrics, collections: [listingOutbox(db)] });
  const targets = new TargetStore(targetDocs);
  const consumers = new ConsumerCredentialStore(consumerDocs, vault);
  const authorizations = new AuthorizationStore(authorizationDocs);
  return {
    targets,
    listings: new ListingStore(listingDocs, relay),
    consumers,
    authorizations,
    secrets: new SealedSecrets([targets, consumers, authorizations]),
    relay,
    invariants: distributionPromises({ listings: listingDocs, targets: targetDocs, lanes: targets.lanes }),
  };
}

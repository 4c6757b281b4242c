import { OutboxRelay, ensureIndexes } from '@estate/persistence';
import type { StoreContext } from '@estate/runtime';
import type { Vault } from '@estate/vault';
import { distributionInvariants } from '../audit/invariants.ts';
import { AuthorizationStore, authorizationIndexes } from './authorization-store.ts';
import type { AuthorizationDoc } from './authorization-store.ts';
import { ConsumerCredentialStore, consumerIndexes } from './consumer-credential-store.ts';
import type { ConsumerDoc } from './consumer-credential-store.ts';
import { listingCollection, listingIndexes } from './listings/listing-document.ts';
import { ListingStore } from './listings/listing-store.ts';
import { targetCollection, targetIndexes } from './targets/target-document.ts';
import { TargetStore } from './targets/target-store.ts';

export type Stores = Awaited<ReturnType<typeof openStores>>;

/** Everything the distribution stores, with its indexes, and the relay that sends what the listings announce. */
export async function openStores({
  database: { db },
  bus,
  log,
  metrics,
  vault,
}: StoreContext & { vault: Vault }) {
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
  const relay = new OutboxRelay({ bus, log, metrics, collections: [db.collection('listings')] });
  const targets = new TargetStore(targetDocs);
  const consumers = new ConsumerCredentialStore(consumerDocs, vault);
  const authorizations = new AuthorizationStore(authorizationDocs);
  return {
    targets,
    listings: new ListingStore(listingDocs, relay),
    consumers,
    authorizations,
    relay,
    sealed: [targets.sealed, consumers.sealed, authorizations.sealed],
    invariants: distributionInvariants({ listings: listingDocs, targets: targetDocs, lanes: targets.lanes }),
  };
}

import { OutboxRelay } from '@estate/persistence';
import type { ServiceStores, StoreContext } from '@estate/runtime';
import type { Vault } from '@estate/vault';
import { distributionInvariants } from '../audit/invariants.ts';
import { AuthorizationStore } from './authorization-store.ts';
import { ConsumerCredentialStore } from './consumer-credential-store.ts';
import { DueListingStore } from './due-listing-store.ts';
import { LaneStateStore } from './lane-state-store.ts';
import { LaneStore } from './lane-store.ts';
import { ListingStore, listingOutbox } from './listing-store.ts';
import { SealedSecrets } from './sealed-secrets.ts';
import { TargetStore } from './target-store.ts';

export interface Stores extends ServiceStores {
  targets: TargetStore;
  listings: ListingStore;
  due: DueListingStore;
  consumers: ConsumerCredentialStore;
  authorizations: AuthorizationStore;
  laneStates: LaneStateStore;
  /** For the operator. */
  lanes: LaneStore;
  secrets: SealedSecrets;
  relay: OutboxRelay;
}

/** Everything the distribution stores, with its indexes, and the relay that sends what the listings announce. */
export async function openStores({
  database: { db },
  bus,
  log,
  metrics,
  vault,
}: StoreContext & { vault: Vault }): Promise<Stores> {
  const relay = new OutboxRelay({ bus, log, metrics, collections: [listingOutbox(db)] });
  const secrets = new SealedSecrets(db);
  const prepared = {
    targets: new TargetStore(db),
    listings: new ListingStore(db),
    consumers: new ConsumerCredentialStore(db, vault),
    authorizations: new AuthorizationStore(db),
    laneStates: new LaneStateStore(db),
    lanes: new LaneStore(db),
  };
  await Promise.all(Object.values(prepared).map((store) => store.prepare()));
  return {
    ...prepared,
    due: new DueListingStore(db, relay),
    secrets,
    relay,
    sealed: secrets.collections,
    invariants: distributionInvariants(db),
  };
}

import { USAGE_KEPT_DAYS } from '@estate/contracts';
import {
  AccountEraser,
  AttemptDays,
  ensureIndexes,
  namedIn,
  OutboxRelay,
  PublishedMessages,
  randomId,
  UsageStore,
} from '@estate/persistence';
import type { Db, OutboxDocument, WalkDoc } from '@estate/persistence';
import type { StoreContext } from '@estate/runtime';
import type { Vault } from '@estate/vault';
import { accountKinds } from '../closing/account-kinds.ts';
import { longestPauseMs } from '../lanes/pauses.ts';
import type { PauseConfig } from '../lanes/pauses.ts';
import { distributionInvariants } from '../audit/invariants.ts';
import { AuthorizationStore, authorizationIndexes } from './authorization-store.ts';
import type { AuthorizationDoc } from './authorization-store.ts';
import { ConsumerCredentialStore, consumerIndexes } from './consumer-credential-store.ts';
import type { ConsumerDoc } from './consumer-credential-store.ts';
import { listingCollection, listingIndexes } from './listings/listing-document.ts';
import { ListingStore } from './listings/listing-store.ts';
import { MissingFields } from './listings/missing-fields.ts';
import { RevisionWalk } from './listings/revision-walk.ts';
import { distributionFinder } from './distribution-finder.ts';
import { distributionTally } from './distribution-tally.ts';
import { listingTimeline, timelineCollection } from './listing-timeline.ts';
import { targetCollection, targetIndexes } from './targets/target-document.ts';
import { PublishingSettingsStore } from './publishing-settings-store.ts';
import { UnknownObjectStore } from './unknown-object-store.ts';
import type { UnknownObjectDoc } from './unknown-object-store.ts';
import { TargetStore } from './targets/target-store.ts';

export type Stores = Awaited<ReturnType<typeof openStores>>;

/** Everything the distribution stores, with its indexes, and the relay that sends what listings and targets announce. */
export async function openStores(
  { database: { db }, bus, log, metrics, vault }: StoreContext & { vault: Vault },
  config: PauseConfig,
) {
  const docs = collectionsOf(db);
  const { targets: targetDocs, listings: listingDocs } = docs;
  const timeline = listingTimeline(db);
  const attemptDays = new AttemptDays(db);
  const publishedMessages = new PublishedMessages(db);
  const usage = new UsageStore(db, USAGE_KEPT_DAYS);
  const accountEraser = new AccountEraser(db, accountKinds(db), randomId);
  const unknownObjects = new UnknownObjectStore(db, listingDocs);
  const publishingSettings = new PublishingSettingsStore(db);
  const dated = [timeline, attemptDays, usage, publishedMessages];
  const indexed = [accountEraser, unknownObjects, publishingSettings, ...dated];
  await Promise.all([...indexed.map((store) => store.ensureIndexes()), indexCollections(docs)]);
  const collections = ['listings', 'targets'].map((name) => db.collection<OutboxDocument>(name));
  const relay = new OutboxRelay({ bus, log, metrics, collections, published: publishedMessages });
  const targets = new TargetStore(targetDocs, relay);
  const consumers = new ConsumerCredentialStore(docs.consumers, vault);
  const authorizations = new AuthorizationStore(docs.authorizations);
  return {
    targets,
    listings: new ListingStore(listingDocs, relay, timeline),
    listingsNamed: namedIn(listingDocs),
    revisions: new RevisionWalk(listingDocs, db.collection<WalkDoc>('walks')),
    missingFields: new MissingFields(listingDocs, db.collection<WalkDoc>('walks')),
    timeline,
    accountEraser,
    attemptDays,
    finder: distributionFinder(docs),
    usage,
    usageTally: distributionTally(usage, { timeline: timelineCollection(db), listings: listingDocs }),
    consumers,
    publishingSettings,
    authorizations,
    relay,
    publishedMessages,
    sealed: [targets.sealed, consumers.sealed, authorizations.sealed],
    unknownObjects,
    invariants: distributionInvariants({
      ...{ ...docs, lanes: targets.lanes, timeline, unknownObjects },
      longestPauseMs: longestPauseMs(config),
    }),
    /** For invariants that other services take part in. */
    audited: { listings: listingDocs, targets: targetDocs },
  };
}

const collectionsOf = (db: Db) => ({
  targets: targetCollection(db),
  listings: listingCollection(db),
  consumers: db.collection<ConsumerDoc>('consumer-credentials'),
  authorizations: db.collection<AuthorizationDoc>('authorizations'),
  unknown: db.collection<UnknownObjectDoc>('unknown-objects'),
});

const indexCollections = (docs: ReturnType<typeof collectionsOf>) =>
  Promise.all([
    ensureIndexes(docs.targets, targetIndexes),
    ensureIndexes(docs.listings, listingIndexes),
    ensureIndexes(docs.consumers, consumerIndexes),
    ensureIndexes(docs.authorizations, authorizationIndexes),
  ]);

import { STATISTICS_KEPT_DAYS, USAGE_KEPT_DAYS } from '@estate/contracts';
import {
  AttemptDays,
  OutboxRelay,
  PublishedMessages,
  UsageStore,
  applyRules,
  namedIn,
  openCollections,
} from '@estate/persistence';
import type { Opened } from '@estate/persistence';
import type { StoreContext } from '@estate/runtime';
import type { Vault } from '@estate/vault';
import { collections } from '../collections.ts';
import { longestPauseMs } from '../lanes/pauses.ts';
import type { PauseConfig } from '../lanes/pauses.ts';
import { AuthorizationStore } from './authorization-store.ts';
import { ConsumerCredentialStore } from './consumer-credential-store.ts';
import { FetchStore } from './fetch-store.ts';
import { FeedPortions } from './feed-portions.ts';
import { FeedStore } from './feed-store.ts';
import { ListedProperties } from './listings/listed-properties.ts';
import { ListingDrift } from './listings/listing-drift.ts';
import { ListingFetches } from './listings/listing-fetches.ts';
import { ListingStore } from './listings/listing-store.ts';
import { RevisionWalk } from './listings/revision-walk.ts';
import { distributionTally } from './distribution-tally.ts';
import { historyOf, listingTimeline } from './listing-timeline.ts';
import type { ListingTimeline } from './listing-timeline.ts';
import { PublishingSettingsStore } from './publishing-settings-store.ts';
import { ReportFileStore } from './report-file-store.ts';
import { ReportStore } from './report-store.ts';
import { statisticsTally } from './statistics-tally.ts';
import { UnknownObjectStore } from './unknown-object-store.ts';
import { TargetLookUps } from './targets/target-look-ups.ts';
import { TargetStore } from './targets/target-store.ts';

export type Stores = Awaited<ReturnType<typeof openStores>>;

/** Everything the distribution stores, with its indexes, and the relay that sends what listings and targets announce. */
export async function openStores(
  { database: { db }, bus, log, metrics, vault }: StoreContext & { vault: Vault },
  config: PauseConfig,
) {
  const { outboxes, ...opened } = await openCollections(db, collections);
  const { docs } = opened;
  const { listings, walks } = docs;
  const timeline = listingTimeline(docs.timeline);
  const attemptDays = new AttemptDays(db);
  const publishedMessages = new PublishedMessages(db);
  const usage = new UsageStore({ docs: docs.usage, states: docs.usageStates, keptDays: USAGE_KEPT_DAYS });
  const statistics = new UsageStore({
    ...{ docs: docs.statistics, states: docs.usageStates, keptDays: STATISTICS_KEPT_DAYS },
    prefix: 'statistics-',
  });
  const unknownObjects = new UnknownObjectStore(docs.unknown, listings);
  const relay = new OutboxRelay({ bus, log, metrics, collections: outboxes, published: publishedMessages });
  const targets = new TargetStore(docs.targets, relay);
  return {
    ...opened,
    ...applyRules(db, collections, {
      ...{ ...docs, lanes: targets.lanes, timelines: timeline, unknownObjects, attemptDays },
      longestPauseMs: longestPauseMs(config),
    }),
    targets,
    listings: new ListingStore(listings, relay, timeline),
    ...lookUpStores(docs, timeline),
    listingFetches: new ListingFetches(listings, relay),
    listedProperties: new ListedProperties(listings),
    listingsNamed: namedIn(listings),
    revisions: new RevisionWalk(listings, walks),
    timeline,
    attemptDays,
    usage,
    usageTally: distributionTally(usage, docs),
    statistics,
    ...reportStores(statistics, docs),
    consumers: new ConsumerCredentialStore(docs.consumers, vault),
    publishingSettings: new PublishingSettingsStore(docs.publishingSettings),
    authorizations: new AuthorizationStore(docs.authorizations),
    reportFiles: new ReportFileStore(docs.reportFiles),
    fetches: new FetchStore(docs.feedFetches),
    feeds: feedStore(docs),
    relay,
    publishedMessages,
    unknownObjects,
  };
}

/** A report that comes late is counted, too. */
function reportStores(
  statistics: UsageStore,
  docs: Pick<Opened<typeof collections>, 'reports' | 'timeline'>,
) {
  const tally = statisticsTally(statistics, docs);
  return { statisticsTally: tally, reports: new ReportStore(docs.reports, tally) };
}

const feedStore = ({
  targets,
  feedFragments: fragments,
  feedPortions,
}: Pick<Opened<typeof collections>, 'feedFragments' | 'feedPortions' | 'targets'>) =>
  new FeedStore(targets, fragments, new FeedPortions(feedPortions, fragments));

/** The stores for looks at platforms. */
const lookUpStores = (
  { listings, targets }: Pick<Opened<typeof collections>, 'listings' | 'targets'>,
  timeline: ListingTimeline,
) => ({
  drift: new ListingDrift(listings, historyOf(listings, timeline)),
  lookUps: new TargetLookUps(targets),
});

import { RunLane } from '@estate/contracts';
import { connectBus, consume, serveAnswers } from '@estate/messaging';
import type { Bus } from '@estate/messaging';
import {
  Auditor,
  KeyCheckStore,
  OutboxRelay,
  connectMongo,
  newId,
  randomId,
  toServiceError,
} from '@estate/persistence';
import type { Database } from '@estate/persistence';
import type { Service, Wiring } from '@estate/runtime';
import { createVault, parseVaultKeys, requireKnownKeys } from '@estate/vault';
import { AttachmentCache } from './attachments/attachment-cache.ts';
import { distributionPromises } from './audit/promises.ts';
import { profileDirectories, egressPolicy, laneLimits, laneOptions } from './config.ts';
import type { DistributionConfig } from './config.ts';
import type { Deps } from './deps.ts';
import { handlers } from './handlers/index.ts';
import { laneMetrics } from './lanes/lane-metrics.ts';
import { Lanes } from './lanes/lanes.ts';
import { showLanes } from './lanes/show-lanes.ts';
import { installMarketplaces } from './platforms/marketplace/install.ts';
import { openimmoFtp } from './platforms/openimmo-ftp/index.ts';
import type { AnyPlatform, PlatformTools } from './platforms/platform.ts';
import { loadProfiles } from './platforms/profiles.ts';
import type { PlatformProfile } from './platforms/profiles.ts';
import { emptyingWorker } from './reconcile/empty-target.ts';
import { routes } from './routes/index.ts';
import { SOFTWARE } from './software.ts';
import { AuthorizationStore } from './stores/authorization-store.ts';
import { ConsumerCredentialStore } from './stores/consumer-credential-store.ts';
import { DueListingStore } from './stores/due-listing-store.ts';
import { LaneStateStore } from './stores/lane-state-store.ts';
import { LaneStore } from './stores/lane-store.ts';
import { ListingStore, listingOutbox } from './stores/listing-store.ts';
import { SealedSecrets } from './stores/sealed-secrets.ts';
import { TargetStore } from './stores/target-store.ts';
import { upkeepWorker } from './upkeep/upkeep.ts';

const clock = () => new Date();

/** The service; a test gives it platforms of its own. */
export const distribution =
  (config: DistributionConfig, makePlatform = openimmoFtp): Wiring =>
  async (service) => {
    const { log, metrics, name, signal } = service;
    const { bus, mongo } = await connect(config, service);
    const collections = [listingOutbox(mongo.db)];
    const relay = await service.use(new OutboxRelay({ bus, log, metrics, collections }));
    const targets = new TargetStore(mongo.db);
    const listings = new ListingStore(mongo.db);
    await Promise.all([targets.prepare(), listings.prepare()]);
    const profiles = await loadProfiles(...profileDirectories(config));
    const keys = parseVaultKeys(config.VAULT_KEYS.reveal());
    await requireKnownKeys(keys, new KeyCheckStore(mongo.db, new SealedSecrets(mongo.db).collections));
    const vault = createVault(keys);
    const owner = newId();
    const consumers = new ConsumerCredentialStore(mongo.db, vault);
    const authorizations = new AuthorizationStore(mongo.db);
    await Promise.all([consumers.prepare(), authorizations.prepare()]);
    const around = await surroundings(config, service);
    const portals = installPortals({ profiles, makePlatform, around });
    const markets = await installMarketplaces({ config, owner, consumers, targets, around }, service);
    const platforms = new Map<string, AnyPlatform>([...portals, ...markets.platforms]);
    const basics = { clock, newId, newEmailId: randomId, bus, targets, platforms, vault };
    const types = [...platforms.keys()];
    const work = { log, due: new DueListingStore(mongo.db, relay), metrics: laneMetrics(metrics, types) };
    const laneState = new LaneStateStore(mongo.db);
    await laneState.prepare();
    showLanes(metrics, { lanes: laneState, types, clock });
    const lanes = new Lanes({ ...basics, ...work, ...laneOptions(config, owner) }, laneLimits(config));
    await service.use(lanes);
    const ring = ringer(lanes, bus);
    const flowing = { flows: markets.flows, consumers, authorizations, publicUrl: config.PUBLIC_URL };
    const egress = around.egress;
    const operating = await forOperators(config, service, mongo);
    const own = { log, listings, profiles, egress, owner, ring, signal };
    const deps: Deps = { ...basics, ...flowing, ...own, ...operating };
    const keeping = { ...deps, ...work, abandonedAfterMs: config.ABANDONED_AFTER_MS };
    const keeper = await service.use(upkeepWorker(keeping, config.UPKEEP_SWEEP_MS));
    const sending = { ...basics, ...work, ...laneOptions(config, owner), listings, ring };
    const emptier = await service.use(emptyingWorker(sending, config.UPKEEP_SWEEP_MS));
    const host = { name, log, metrics, translate: toServiceError };
    await service.use(serveAnswers(bus, host, routes(deps)));
    await service.use(consume(bus, host, handlers(deps, lanes)));
    for (const part of [relay, lanes, keeper, emptier, operating.auditor]) part.start();
  };

/** Rings here at once, and in one of the replicas in case all places are taken here. */
const ringer = (lanes: Lanes, bus: Bus) => (targetId: string) => {
  lanes.ring(targetId);
  bus.wake(RunLane, { targetId });
};

async function connect(config: DistributionConfig, service: Service): Promise<{ bus: Bus; mongo: Database }> {
  const { log, metrics, name, signal } = service;
  const {
    MONGODB_DATABASE: database,
    MONGODB_URI: uri,
    NATS_URL: url,
    NATS_STREAM_REPLICAS: streamReplicas,
  } = config;
  const mongo = await service.use(connectMongo({ uri, database, log, signal }));
  const bus = await service.use(connectBus({ url, streamReplicas, service: name, log, metrics }));
  service.check({ name: 'mongodb', ready: () => mongo.ready() });
  service.check({ name: 'nats', ready: () => bus.ready() });
  return { bus, mongo };
}

/** What only the operator uses. */
async function forOperators(config: DistributionConfig, service: Service, { db }: Database) {
  const { log, metrics } = service;
  const lanes = new LaneStore(db);
  await lanes.prepare();
  const promises = distributionPromises(db);
  const everyMs = config.AUDIT_EVERY_MS;
  const auditor = await service.use(new Auditor({ promises, metrics, log, clock, everyMs }));
  return { lanes, secrets: new SealedSecrets(db), auditor };
}

/** What every platform is given. */
async function surroundings(config: DistributionConfig, service: Service) {
  const cache = await service.use(
    new AttachmentCache({
      directory: config.ATTACHMENT_CACHE_DIRECTORY,
      maxBytes: config.ATTACHMENT_CACHE_BYTES,
      catalogUrl: config.CATALOG_INTERNAL_URL,
      clock,
    }),
  );
  await cache.prepare();
  return {
    egress: egressPolicy(config),
    attachment: (sha256: string) => cache.path(sha256),
    requestAddress: (emailId: string) => `${emailId}@${config.INBOX_DOMAIN}`,
    software: SOFTWARE,
  };
}

interface PortalInstallation {
  profiles: ReadonlyMap<string, PlatformProfile>;
  makePlatform: typeof openimmoFtp;
  around: PlatformTools;
}

const installPortals = ({ profiles, makePlatform, around }: PortalInstallation) =>
  new Map([...profiles].map(([type, profile]) => [type, makePlatform(profile, around)]));

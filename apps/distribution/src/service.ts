import { RunLane } from '@estate/contracts';
import { connectBus, consume, serveAnswers } from '@estate/messaging';
import type { Bus } from '@estate/messaging';
import { Auditor, KeyCheckStore, connectMongo, newId, randomId, toServiceError } from '@estate/persistence';
import type { Database } from '@estate/persistence';
import type { Service, Wiring } from '@estate/runtime';
import { createVault, parseVaultKeys, requireKnownKeys } from '@estate/vault';
import { AttachmentCache } from './attachments/attachment-cache.ts';
import { profileDirectories, egressPolicy, laneLimits, laneOptions } from './config.ts';
import type { DistributionConfig } from './config.ts';
import type { Deps } from './deps.ts';
import { handlers } from './handlers/index.ts';
import { laneMetrics } from './lanes/lane-metrics.ts';
import { LaneScheduler } from './lanes/lane-scheduler.ts';
import { showLanes } from './lanes/show-lanes.ts';
import { installMarketplaces } from './platforms/marketplace/install.ts';
import { openimmoFtp } from './platforms/openimmo-ftp/index.ts';
import type { AnyPlatform, PlatformTools } from './platforms/platform.ts';
import { loadProfiles } from './platforms/profiles.ts';
import type { PlatformProfile } from './platforms/profiles.ts';
import { emptyingWorker } from './reconcile/empty-target.ts';
import { routes } from './routes/index.ts';
import { SOFTWARE } from './software.ts';
import { openStores } from './stores/open-stores.ts';
import { upkeepWorker } from './upkeep/upkeep.ts';

const clock = () => new Date();

/** The service; a test gives it platforms of its own. */
export const distribution =
  (config: DistributionConfig, makePlatform = openimmoFtp): Wiring =>
  async (service) => {
    const { log, metrics, name, signal } = service;
    const { bus, mongo } = await connect(config, service);
    const profiles = await loadProfiles(...profileDirectories(config));
    const keys = parseVaultKeys(config.VAULT_KEYS.reveal());
    const vault = createVault(keys);
    const stores = await openStores({ database: mongo, bus, log, metrics, vault });
    const { targets, listings, consumers, relay, secrets } = stores;
    await service.use(relay);
    await requireKnownKeys(keys, new KeyCheckStore(mongo.db, secrets.collections));
    const owner = newId();
    const around = await surroundings(config, service);
    const portals = installPortals({ profiles, makePlatform, around });
    const markets = await installMarketplaces({ config, owner, consumers, targets, around }, service);
    const platforms = new Map<string, AnyPlatform>([...portals, ...markets.platforms]);
    const basics = { clock, newId, newEmailId: randomId, bus, targets, platforms, vault };
    const types = [...platforms.keys()];
    const { due, progress } = listings;
    const { lanes: controls, leases } = targets;
    const counted = laneMetrics(metrics, types);
    const work = { log, due, progress, leases, lanes: controls, metrics: counted };
    showLanes(metrics, { due, lanes: controls, types, clock });
    const lanes = new LaneScheduler(
      { ...basics, ...work, ...laneOptions(config, owner) },
      laneLimits(config),
    );
    await service.use(lanes);
    const wakeLane = waker(lanes, bus);
    const flowing = { flows: markets.flows, publicUrl: config.PUBLIC_URL };
    const egress = around.egress;
    const everyMs = config.AUDIT_EVERY_MS;
    const promises = stores.invariants;
    const auditor = await service.use(new Auditor({ promises, metrics, log, clock, everyMs }));
    const own = { log, profiles, egress, owner, wakeLane, signal, auditor };
    const deps: Deps = { ...basics, ...stores, ...flowing, ...own };
    const keeping = { ...deps, metrics: counted, halfMadeAfterMs: config.ABANDONED_AFTER_MS };
    const keeper = await service.use(upkeepWorker(keeping, config.UPKEEP_SWEEP_MS));
    const sending = { ...basics, ...work, ...laneOptions(config, owner), listings, wakeLane };
    const emptier = await service.use(emptyingWorker(sending, config.UPKEEP_SWEEP_MS));
    const host = { name, log, metrics, translate: toServiceError };
    await service.use(serveAnswers(bus, host, routes(deps)));
    await service.use(consume(bus, host, handlers(deps, lanes)));
    for (const part of [relay, lanes, keeper, emptier, auditor]) part.start();
  };

/** Wakes the lanes here at once, and those of one of the replicas in case all are busy here. */
const waker = (lanes: LaneScheduler, bus: Bus) => (targetId: string) => {
  lanes.wake(targetId);
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

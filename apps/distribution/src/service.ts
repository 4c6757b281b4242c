import { RunLane, listUnknownAccounts } from '@estate/contracts';
import { AttemptCounter, randomId, usageWorker } from '@estate/persistence';
import type { Worker } from '@estate/persistence';
import { auditAccounts, backbone } from '@estate/runtime';
import type { Wiring } from '@estate/runtime';
import { withCatalog } from './audit/with-catalog.ts';
import { laneLimits, laneOptions, lookUpLimits } from './config.ts';
import type { DistributionConfig } from './config.ts';
import type { Deps } from './deps.ts';
import { wireFeeds } from './feeds/wire-feeds.ts';
import { handlers } from './handlers/index.ts';
import { laneMetrics } from './lanes/lane-metrics.ts';
import { LaneScheduler } from './lanes/lane-scheduler.ts';
import { showLanes } from './lanes/show-lanes.ts';
import { lookUpWorker } from './look-ups/look-up-worker.ts';
import { manifest } from './manifest.ts';
import { installPlatforms } from './platforms/install-platforms.ts';
import { openimmoFtp } from './platforms/openimmo-ftp/index.ts';
import { fullTransferWorker } from './reconcile/full-transfer.ts';
import { emptyingWorker } from './reconcile/empty-target.ts';
import { nightlyWorker } from './reconcile/nightly-transfers.ts';
import { reportFolderWorker } from './report-folders/report-folder-worker.ts';
import { routes } from './routes/index.ts';
import { openStores } from './stores/open-stores.ts';
import type { Stores } from './stores/open-stores.ts';
import { settleRestore } from './restoring/settle-restore.ts';
import { plannedWorker } from './upkeep/begin-planned.ts';
import { reportAddressWorker } from './upkeep/fill-report-addresses.ts';
import { revisionWorker } from './upkeep/compare-revisions.ts';
import { loginWorker } from './upkeep/fill-logins.ts';
import { silenceWorker } from './upkeep/notice-silence.ts';
import { upkeepWorker } from './upkeep/upkeep.ts';

/** Brings listings to the platforms of their targets; a test gives it platforms of its own. */
export const distribution =
  (config: DistributionConfig, makePlatform = openimmoFtp): Wiring =>
  async (service) => {
    const { log, metrics, signal } = service;
    const base = await backbone(service, config, { manifest, openStores });
    const { bus, clock, newId, vault, stores, auditor } = base;
    const owner = newId();
    const installed = await installPlatforms({ config, owner, stores, clock, makePlatform, vault }, service);
    const { platforms } = installed;
    const types = [...platforms.keys()];
    const { listings, targets } = stores;
    const { due, progress } = listings;
    const { lanes: controls, leases, logins } = targets;
    showLanes(metrics, { due, lanes: controls, types, clock });
    const { publishingSettings, timeline } = stores;
    const work = { clock, newId, log, bus, targets, platforms, publishingSettings, vault, timeline };
    const counted = laneMetrics(metrics, types);
    const counter = new AttemptCounter(stores.attemptDays);
    const parts = { due, progress, leases, logins, lanes: controls, metrics: counted, counter };
    const laneDeps = { ...work, ...parts, ...laneOptions(config, owner) };
    const lanes = new LaneScheduler(laneDeps, laneLimits(config));
    /** Here at once, and in one of the replicas in case all lanes are busy here. */
    const wakeLane = (targetId: string) => {
      lanes.wake(targetId);
      bus.wake(RunLane, { targetId });
    };
    auditor.add(withCatalog({ bus, docs: stores.docs.listings, listings, wakeLane }));
    auditAccounts(listUnknownAccounts, base);
    const { PUBLIC_URL: publicUrl, ABANDONED_AFTER_MS: halfMadeAfterMs } = config;
    const own = { newEmailId: randomId, publicUrl, owner, wakeLane, signal };
    const deps: Deps = { ...work, ...stores, ...installed, ...own };
    const limits = { halfMadeAfterMs, lookUpLimits: lookUpLimits(config) };
    const upkeep = { ...stores, ...deps, ...laneDeps, listings, ...limits };
    const feedWorker = await wireFeeds(config, service, { ...deps, attachment: installed.attachment });
    await base.serve({
      answers: routes(deps),
      handlers: handlers(deps, lanes),
      restored: {
        then: (restore, stopped) => settleRestore({ ...deps, bus, lanes: controls }, restore, stopped),
      },
      workers: [lanes, feedWorker, ...upkeepWorkers(upkeep, config)],
    });
  };

type UpkeepDeps = Parameters<typeof upkeepWorker>[0] &
  Parameters<typeof emptyingWorker>[0] &
  Parameters<typeof fullTransferWorker>[0] &
  Parameters<typeof nightlyWorker>[0] &
  Parameters<typeof revisionWorker>[0] &
  Parameters<typeof reportAddressWorker>[0] &
  Parameters<typeof reportFolderWorker>[0] &
  Parameters<typeof lookUpWorker>[0] &
  Parameters<typeof loginWorker>[0] &
  Parameters<typeof plannedWorker>[0] &
  Pick<Stores, 'statisticsTally' | 'usageTally'>;

const upkeepWorkers = (
  deps: UpkeepDeps,
  { UPKEEP_SWEEP_MS: sweepMs, REVISIONS_SWEEP_MS: revisionsMs }: DistributionConfig,
): Worker[] => [
  upkeepWorker(deps, sweepMs),
  emptyingWorker(deps, sweepMs),
  fullTransferWorker(deps, sweepMs),
  nightlyWorker(deps, sweepMs),
  revisionWorker(deps, revisionsMs),
  loginWorker(deps),
  plannedWorker(deps, sweepMs),
  reportAddressWorker(deps),
  reportFolderWorker(deps, sweepMs),
  lookUpWorker(deps, sweepMs),
  silenceWorker(deps),
  usageWorker(deps.usageTally, { clock: deps.clock, log: deps.log }),
  usageWorker(deps.statisticsTally, { clock: deps.clock, log: deps.log, name: 'statistics' }),
];

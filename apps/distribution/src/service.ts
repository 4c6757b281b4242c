import { RunLane } from '@estate/contracts';
import { randomId } from '@estate/persistence';
import { backbone } from '@estate/runtime';
import type { Wiring } from '@estate/runtime';
import { laneLimits, laneOptions } from './config.ts';
import type { DistributionConfig } from './config.ts';
import type { Deps } from './deps.ts';
import { handlers } from './handlers/index.ts';
import { laneMetrics } from './lanes/lane-metrics.ts';
import { LaneScheduler } from './lanes/lane-scheduler.ts';
import { showLanes } from './lanes/show-lanes.ts';
import { manifest } from './manifest.ts';
import { installPlatforms } from './platforms/install-platforms.ts';
import { openimmoFtp } from './platforms/openimmo-ftp/index.ts';
import { emptyingWorker } from './reconcile/empty-target.ts';
import { routes } from './routes/index.ts';
import { openStores } from './stores/open-stores.ts';
import { upkeepWorker } from './upkeep/upkeep.ts';

/** Brings listings to the platforms of their targets; a test gives it platforms of its own. */
export const distribution =
  (config: DistributionConfig, makePlatform = openimmoFtp): Wiring =>
  async (service) => {
    const { log, metrics, signal } = service;
    const base = await backbone(service, config, { manifest, openStores });
    const { bus, clock, newId, vault, stores, auditor } = base;
    const owner = newId();
    const installed = await installPlatforms({ config, owner, stores, makePlatform }, service);
    const { platforms } = installed;
    const types = [...platforms.keys()];
    const { listings, targets } = stores;
    const { due, progress } = listings;
    const { lanes: controls, leases } = targets;
    showLanes(metrics, { due, lanes: controls, types, clock });
    const work = { clock, newId, log, bus, targets, platforms, vault };
    const counted = laneMetrics(metrics, types);
    const parts = { due, progress, leases, lanes: controls, metrics: counted };
    const laneDeps = { ...work, ...parts, ...laneOptions(config, owner) };
    const lanes = new LaneScheduler(laneDeps, laneLimits(config));
    /** Here at once, and in one of the replicas in case all lanes are busy here. */
    const wakeLane = (targetId: string) => {
      lanes.wake(targetId);
      bus.wake(RunLane, { targetId });
    };
    const { PUBLIC_URL: publicUrl, ABANDONED_AFTER_MS: halfMadeAfterMs, UPKEEP_SWEEP_MS: sweepMs } = config;
    const own = { newEmailId: randomId, publicUrl, owner, wakeLane, signal };
    const deps: Deps = { ...work, ...stores, ...installed, ...own, auditor };
    const keeper = upkeepWorker({ ...deps, metrics: counted, halfMadeAfterMs }, sweepMs);
    const emptier = emptyingWorker({ ...laneDeps, listings, wakeLane }, sweepMs);
    await base.serve({
      answers: routes(deps),
      handlers: handlers(deps, lanes),
      workers: [lanes, keeper, emptier],
    });
  };

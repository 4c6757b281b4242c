import { RunLane } from '@estate/contracts';
import { randomId } from '@estate/persistence';
import { backbone } from '@estate/runtime';
import type { Wiring } from '@estate/runtime';
import { laneLimits, laneOptions } from './config.ts';
import type { DistributionConfig } from './config.ts';
import type { Deps } from './deps.ts';
import { handlers } from './handlers/index.ts';
import { laneMetrics } from './lanes/lane-metrics.ts';
import { Lanes } from './lanes/lanes.ts';
import { showLanes } from './lanes/show-lanes.ts';
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
    const base = await backbone(service, config, openStores);
    const { bus, clock, newId, vault, stores, auditor } = base;
    const owner = newId();
    const installed = await installPlatforms({ config, owner, stores, makePlatform }, service);
    const { platforms } = installed;
    const types = [...platforms.keys()];
    showLanes(metrics, { lanes: stores.laneStates, types, clock });
    const { due, listings, targets } = stores;
    const work = { clock, newId, log, bus, targets, due, platforms, vault };
    const laneDeps = { ...work, ...laneOptions(config, owner), metrics: laneMetrics(metrics, types) };
    const lanes = new Lanes(laneDeps, laneLimits(config));
    /** Here at once, and in one of the replicas in case all places are taken here. */
    const ring = (targetId: string) => {
      lanes.ring(targetId);
      bus.wake(RunLane, { targetId });
    };
    const { PUBLIC_URL: publicUrl, ABANDONED_AFTER_MS: abandonedAfterMs, UPKEEP_SWEEP_MS: sweepMs } = config;
    const own = { newEmailId: randomId, publicUrl, owner, ring, signal };
    const deps: Deps = { ...work, ...stores, ...installed, ...own, auditor };
    const keeper = upkeepWorker({ ...deps, ...laneDeps, abandonedAfterMs }, sweepMs);
    const emptier = emptyingWorker({ ...laneDeps, listings, ring }, sweepMs);
    await base.serve({
      answers: routes(deps),
      handlers: handlers(deps, lanes),
      workers: [lanes, keeper, emptier],
    });
  };

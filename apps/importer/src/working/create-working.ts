import { WorkRunner, Worker, showOldestDue } from '@estate/persistence';
import type { Service } from '@estate/runtime';
import { packageKeptMs } from '../config.ts';
import type { ImporterConfig } from '../config.ts';
import type { AskOthers } from '../ask-others.ts';
import { CatalogFiles } from '../files/catalog-files.ts';
import { PackageFiles } from '../reading/package-files.ts';
import { PackageReaders } from '../reading/package-readers.ts';
import type { Stores } from '../stores/open-stores.ts';
import type { Events } from '../telemetry.ts';
import { createUpkeep } from './create-upkeep.ts';
import { BACKOFF } from './pauses.ts';
import { QueueTurns } from './queue-turns.ts';
import { runNext } from './run-queue.ts';
import type { RunDeps } from './run-queue.ts';
import { showState } from './show-state.ts';

interface WorkingParts {
  clock: () => Date;
  newId: () => string;
  bus: AskOthers;
  stores: Stores;
  events: Events;
}

/** Creates the workers of the importer. */
export function createWorking(
  config: ImporterConfig,
  { log, metrics }: Pick<Service, 'log' | 'metrics'>,
  { clock, newId, bus, stores, events }: WorkingParts,
) {
  const { packages, queue } = stores;
  const concurrency = config.IMPORT_CONCURRENCY;
  const turns = new QueueTurns({ queue, perAccount: Math.max(1, Math.floor(concurrency / 2)), clock });
  const { IMPORT_DIRECTORY: directory } = config;
  const readers = new PackageReaders({
    memoryMb: config.IMPORT_READ_MEMORY_MB,
    timeoutMs: config.IMPORT_READ_TIMEOUT_MS,
    directory,
    mostIdle: concurrency,
  });
  const packageFiles = new PackageFiles({ packages, readers, directory, most: concurrency });
  const deps: RunDeps = {
    ...stores,
    ...{ bus, clock, newId, turns, packageFiles, events, keptDays: config.IMPORT_KEPT_DAYS },
    packageKeptMs: packageKeptMs(config, packages),
    files: new CatalogFiles({ bus, catalogUrl: config.CATALOG_INTERNAL_URL }),
    runner: new WorkRunner<null>({
      ...{ queue, owner: newId(), leaseMs: config.IMPORT_LEASE_MS, clock, backoff: BACKOFF, log },
    }),
  };
  const imports = new Worker({
    name: 'imports',
    run: (signal) => runNext(deps, signal),
    sweepEveryMs: config.IMPORT_SWEEP_EVERY_MS,
    concurrency,
    log,
  });
  showOldestDue(metrics, { worker: 'work-on-import', queue, clock });
  const directories = [directory, ...(config.FTP_PORT === undefined ? [] : [config.FTP_DIRECTORY])];
  showState(metrics, { progress: stores.progress, clock, directories });
  const wake = (queueId?: string) => {
    if (queueId !== undefined) turns.hint(queueId);
    imports.wake();
  };
  const upkeep = createUpkeep(config, log, { clock, newId, stores, packageFiles, events });
  return { workers: [imports, ...upkeep], wake, packageFiles, readers };
}

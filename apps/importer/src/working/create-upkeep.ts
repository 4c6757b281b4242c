import { Worker, firstIdAt, sweepBytes } from '@estate/persistence';
import type { Service } from '@estate/runtime';
import { packageKeptMs } from '../config.ts';
import type { ImporterConfig } from '../config.ts';
import type { PackageFiles } from '../reading/package-files.ts';
import type { Stores } from '../stores/open-stores.ts';
import type { Events } from '../telemetry.ts';
import { sweepUnlisted } from './sweep-unlisted.ts';

/** Longer than a package takes from being stored to its import. */
const UNNAMED_MS = 3_600_000;
/** An import whose queue is not due after so long was saved by a process that ended then. */
const STRANDED_MS = 60_000;
const SWEEP_EVERY_MS = 60_000;

interface UpkeepParts {
  clock: () => Date;
  newId: () => string;
  stores: Pick<Stores, 'keptPackages' | 'objects' | 'packages' | 'progress' | 'queue' | 'sources'>;
  packageFiles: Pick<PackageFiles, 'sweep'>;
  events: Pick<Events, 'packagesSwept'>;
}

/** Creates the workers that find what was left behind, and remove what is not needed any more. */
export function createUpkeep(
  config: Pick<ImporterConfig, 'PACKAGE_KEPT_DAYS' | 'PACKAGE_SWEEP_EVERY_MS'>,
  log: Service['log'],
  {
    clock,
    newId,
    stores: { keptPackages, packages, progress, objects, queue, sources },
    packageFiles,
    events,
  }: UpkeepParts,
): Worker[] {
  const unnamed = (names: readonly string[]) => progress.unneeded(names);
  const sweeping = {
    ...{ bytes: packages, unnamed, unusedForMs: UNNAMED_MS, clock, onSwept: events.packagesSwept },
    // The operator may enter late that a backup was restored.
    unknownForMs: Math.max(UNNAMED_MS, packageKeptMs(config, packages)),
  };
  const every = (name: string, sweepEveryMs: number, run: (signal: AbortSignal) => Promise<boolean>) =>
    new Worker({ name, run, sweepEveryMs, log });
  return [
    every('package-sweep', config.PACKAGE_SWEEP_EVERY_MS, (signal) =>
      sweepBytes(sweeping, signal).then(() => false),
    ),
    every('kept-packages', SWEEP_EVERY_MS, () => keptPackages.trimNext(clock())),
    every('package-files', SWEEP_EVERY_MS, () => packageFiles.sweep(unnamed).then(() => false)),
    every('stranded-imports', SWEEP_EVERY_MS, async () => {
      const before = firstIdAt(new Date(clock().getTime() - STRANDED_MS));
      for (const stranded of await progress.openQueues(before)) await queue.makeDueAgain(stranded, clock());
      return false;
    }),
    every('unlisted-properties', SWEEP_EVERY_MS, (signal) =>
      sweepUnlisted({ clock, newId, queue, sources }, signal),
    ),
    every('import-expiry', SWEEP_EVERY_MS, async () => {
      const ids = await progress.expired(clock());
      await objects.removeOf(ids);
      await progress.remove(ids);
      return ids.length > 0;
    }),
  ];
}

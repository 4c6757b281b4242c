import { statfs } from 'node:fs/promises';
import type { Metrics } from '@estate/observability';
import { METRICS } from '../metrics.ts';
import type { ImportProgress } from '../stores/import-progress.ts';

interface ShownState {
  progress: Pick<ImportProgress, 'oldestOpenAt'>;
  clock: () => Date;
  /** Where packages are on the disk of this process. */
  directories: readonly string[];
}

/** Shows how long the oldest import has been open, and how full the disk is, at each scrape. */
export function showState(
  metrics: Pick<Metrics, 'measured'>,
  { progress, clock, directories }: ShownState,
): void {
  metrics.measured(METRICS.importer_oldest_import_seconds, async () => {
    const since = await progress.oldestOpenAt();
    return [{ labels: {}, value: since ? Math.max(0, (clock().getTime() - since.getTime()) / 1000) : 0 }];
  });
  metrics.measured(METRICS.importer_disk_available_ratio, async () => {
    const ratios = await Promise.all(directories.map(availableRatio));
    return [{ labels: {}, value: Math.min(...ratios) }];
  });
}

async function availableRatio(directory: string): Promise<number> {
  const { bavail, blocks } = await statfs(directory);
  return bavail / blocks;
}

import { Worker } from '@estate/persistence';
import type { Logger } from '@estate/observability';
import type { Deps } from '../deps.ts';

/** How often the distribution looks for targets that an earlier version has saved since. */
const SWEEP_EVERY_MS = 600_000;
const BATCH = 200;

type FillDeps = Pick<Deps, 'newEmailId' | 'targets'> & { log: Logger };

/** Gives targets of portals that were saved without a report address their own. */
export const reportAddressWorker = (deps: FillDeps): Worker =>
  new Worker({
    name: 'report-addresses',
    run: () => fillReportAddresses(deps),
    sweepEveryMs: SWEEP_EVERY_MS,
    log: deps.log,
  });

/** True when there may be more. */
export async function fillReportAddresses({
  newEmailId,
  targets: { reports },
}: Omit<FillDeps, 'log'>): Promise<boolean> {
  const ids = await reports.without(BATCH);
  for (const id of ids) await reports.give(id, newEmailId());
  return ids.length === BATCH;
}

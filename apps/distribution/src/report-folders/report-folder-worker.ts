import { isAbort } from '@estate/errors';
import { AccountTurns, Worker } from '@estate/persistence';
import type { DueWork } from '@estate/persistence';
import { claimLane } from '../lanes/claim-lane.ts';
import type { Lane } from '../lanes/lane-deps.ts';
import { withLane } from '../lanes/with-lane.ts';
import { readFolder } from './read-folder.ts';
import type { FoldersDeps } from './read-folder.ts';

/** Servers that are read at once, one per account: slow ones delay only their own account. */
const CONCURRENCY = 4;

/** Reads the report folders that are due, each over the lane of its target: a platform account never has two sessions. */
export function reportFolderWorker(deps: FoldersDeps, sweepEveryMs: number): Worker {
  const run = folderReader(deps);
  return new Worker({ name: 'report-folders', run, sweepEveryMs, concurrency: CONCURRENCY, log: deps.log });
}

/** Reads the next folder; false when none is due. */
export function folderReader(deps: FoldersDeps): (signal: AbortSignal) => Promise<boolean> {
  const { clock, targets } = deps;
  const look = {
    all: (): Promise<DueWork[]> => targets.reports.foldersDue(clock()),
    ifDue: (id: string) => targets.reports.folderDue(id, clock()),
  };
  const turns = new AccountTurns(look, { perAccount: 1, clock });
  return async (signal) => {
    const turn = await turns.take(({ id }) => claimLane(id, deps, { suspects: true }));
    if (!turn) return false;
    const { claimed: target, end } = turn;
    try {
      await withLane(target, (lane) => readOrPostpone(lane, deps), { ...deps, signal });
    } finally {
      end();
    }
    deps.wakeLane(target.id);
    return true;
  };
}

/** While the inbox cannot take files, the folder waits: nothing of it is lost. */
async function readOrPostpone(lane: Lane, deps: FoldersDeps): Promise<void> {
  try {
    await readFolder(lane, deps);
  } catch (error) {
    if (isAbort(error) || lane.signal.aborted) return;
    const { id } = lane.target;
    deps.log.warn({ err: error, targetId: id }, 'report-folder.postponed');
    const dueAt = new Date(deps.clock().getTime() + deps.options.folderDelayMs);
    await deps.targets.reports.postponeFolder(id, dueAt);
  }
}

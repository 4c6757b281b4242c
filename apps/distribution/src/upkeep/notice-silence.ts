import type { Logger } from '@estate/observability';
import { Worker } from '@estate/persistence';
import type { Deps } from '../deps.ts';
import { silentEvent } from '../targets/target-events.ts';

const SWEEP_EVERY_MS = 600_000;
const BATCH = 100;

type SilenceDeps = Pick<Deps, 'clock' | 'newId' | 'targets'> & { log: Logger };

/** Tells of platforms that used to report and do not. */
export const silenceWorker = (deps: SilenceDeps): Worker =>
  new Worker({
    name: 'silent-targets',
    run: () => noticeSilence(deps),
    sweepEveryMs: SWEEP_EVERY_MS,
    log: deps.log,
  });

/** True when there may be more. Each silence is published once: its event is saved with what ends the search for it. */
export async function noticeSilence({ clock, log, newId, targets }: SilenceDeps): Promise<boolean> {
  const at = clock();
  const missed = await targets.reports.missed(at, BATCH);
  for (const target of missed) {
    const event = silentEvent(target, target.reporting?.unansweredSince ?? at, { newId, at });
    if (await targets.reports.silent(target, at, event)) log.info({ targetId: target.id }, 'target.silent');
  }
  return missed.length === BATCH;
}

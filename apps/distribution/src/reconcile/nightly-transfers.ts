import { FULL_TRANSFER_MAX, REMOVALS_NAMED } from '@estate/contracts';
import { Unavailable } from '@estate/errors';
import { newRequestId } from '@estate/observability';
import type { Logger } from '@estate/observability';
import { Worker, toServiceError } from '@estate/persistence';
import type { Deps } from '../deps.ts';
import { endOfNight, nextNight } from '../domain/night.ts';
import { pauseOf } from '../domain/pause.ts';
import type { TargetRecord } from '../domain/target.ts';
import type { NightEnd } from '../stores/targets/target-transfers.ts';
import { whyNotAlone } from './alone.ts';
import { NIGHT_IS_OVER, NOTHING_LISTED, TOO_MANY_AT_NIGHT, wouldRemove } from './full-transfer-words.ts';
import type { WhyNotSent } from './full-transfer-words.ts';
import { removableAtNight } from './removable.ts';

const BATCH = 100;

type NightDeps = Pick<Deps, 'clock' | 'listings' | 'newId' | 'profiles' | 'targets'> & { log: Logger };

/** Asks for the full transfers that targets have each night. */
export const nightlyWorker = (deps: NightDeps, sweepEveryMs: number): Worker =>
  new Worker({
    name: 'nightly-transfers',
    run: () => beginNightly(deps),
    sweepEveryMs,
    log: deps.log,
  });

/** True when there may be more. A night ends in one write with what becomes of it, so a kill or a second replica repeats nothing. */
export async function beginNightly(deps: NightDeps): Promise<boolean> {
  const { clock, log, targets } = deps;
  const now = clock();
  const late = await targets.transfers.endLate(now, { at: now, ...notSent(NIGHT_IS_OVER) });
  if (late > 0) log.warn({ late }, 'transfers.night-over');
  const due = await targets.transfers.nightly(now, BATCH);
  for (const target of due) await nightOrNone(target, now, deps);
  return due.length === BATCH;
}

/** An error about one target must not keep the others waiting. */
async function nightOrNone(target: TargetRecord, now: Date, deps: NightDeps): Promise<void> {
  try {
    await night(target, now, deps);
  } catch (error) {
    if (toServiceError(error) instanceof Unavailable) throw error;
    deps.log.error({ err: error, targetId: target.id }, 'transfers.night-broke');
    await deps.targets.transfers.skipNight(target, nextNight(target.id, now));
  }
}

async function night(target: TargetRecord, now: Date, deps: NightDeps): Promise<void> {
  const { log, targets } = deps;
  const next = nextNight(target.id, now);
  if (target.fullTransfer) return targets.transfers.skipNight(target, next);
  const end = await endOf(target, now, deps);
  if (!(await targets.transfers.endNight(target, next, end))) return;
  log.info({ targetId: target.id, asked: end.fullTransfer !== undefined, next }, 'transfers.night');
}

/** Nothing is done by day about a night that was missed, nor while nobody publishes to the target. */
async function endOf(target: TargetRecord, at: Date, deps: NightDeps): Promise<NightEnd> {
  const until = endOfNight(target.nightAt ?? at);
  if (at >= until || pauseOf(target) || target.closing) return {};
  const reason = await whyNot(target, deps);
  if (typeof reason !== 'number') return { lastFullTransfer: { at, ...reason } };
  const fullTransfer = {
    ...{ token: deps.newId(), requestId: newRequestId() },
    ...{ mayRemove: reason, nightly: true as const, until },
  };
  return { fullTransfer };
}

type Unsent = Omit<NonNullable<NightEnd['lastFullTransfer']>, 'at'>;

const notSent = (why: WhyNotSent): Unsent => ({ ok: false, listings: 0, nightly: true, ...why });

/** How many listings may be removed, or why nothing is sent. */
async function whyNot(target: TargetRecord, deps: NightDeps): Promise<number | Unsent> {
  const shared = await whyNotAlone(target, deps);
  if (shared !== undefined) return notSent(shared);
  const { listings, shown, removals, first } = await deps.listings.due.beforeFullTransfer(
    target,
    REMOVALS_NAMED,
  );
  if (listings === 0) return notSent(NOTHING_LISTED);
  if (listings > FULL_TRANSFER_MAX) return notSent(TOO_MANY_AT_NIGHT);
  const mayRemove = removableAtNight(target, shown);
  return removals > mayRemove ? notSent(wouldRemove(removals, first, mayRemove)) : mayRemove;
}

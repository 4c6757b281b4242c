import { compareRevisions } from '@estate/contracts';
import { Unavailable } from '@estate/errors';
import type { Logger } from '@estate/observability';
import { newRequestId } from '@estate/observability';
import { Worker } from '@estate/persistence';
import type { Deps } from '../deps.ts';
import type { RevisionWalk } from '../stores/listings/revision-walk.ts';

export interface RevisionDeps extends Pick<Deps, 'bus' | 'clock' | 'wakeLane'> {
  revisions: RevisionWalk;
  log: Logger;
}

/** The catalog answers for all accounts. */
const NO_ACCOUNT = '';

/** Publishes what a fact of the catalog should have led to, had it not been lost: one portion of all listings at a time, without end. */
export const revisionWorker = (deps: RevisionDeps, sweepEveryMs: number): Worker =>
  new Worker({ name: 'revisions', run: () => compareNext(deps), sweepEveryMs, log: deps.log });

/** Always false: the next portion is compared at the next sweep. A portion that the catalog could not answer is retried. */
export async function compareNext({ bus, clock, log, revisions, wakeLane }: RevisionDeps): Promise<boolean> {
  const portion = await revisions.next();
  try {
    if (portion.known.length > 0) {
      const caller = { accountId: NO_ACCOUNT, requestId: newRequestId() };
      const { data } = await bus.ask(compareRevisions, { properties: portion.known }, caller);
      const targets = await revisions.follow(portion, data, clock());
      if (targets.length > 0)
        log.warn({ properties: data.length, targets: targets.length }, 'revisions.missed');
      targets.forEach(wakeLane);
    }
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    return false;
  }
  await revisions.finish(portion);
  return false;
}

import { entryId } from '@estate/contracts';
import type { AttemptOutcome } from '@estate/contracts';
import type { Failure } from '../domain/publication.ts';
import type { ListingRecord } from '../domain/listing.ts';
import type { ClaimedTarget } from '../domain/target.ts';
import type { AttemptEntry } from '../domain/timeline.ts';
import type { Lane, LaneDeps } from './lane-deps.ts';

/** How an attempt ended. */
export interface AttemptEnd {
  beganAt: Date;
  outcome: AttemptOutcome;
  failure?: Pick<Failure, 'code' | 'message'> | undefined;
  durationMs: number;
  nextAttemptAt?: Date | undefined;
  /** The name of the package on the portal. */
  fileName?: string | undefined;
}

type OfLane = Pick<Lane, 'target'>;

/** True for a success of the target, false for a failure; an error of the service itself says nothing about the target. */
const SUCCEEDED: Readonly<Record<AttemptOutcome, boolean | undefined>> = {
  succeeded: true,
  retry: false,
  failed: false,
  internal_error: undefined,
  interrupted: undefined,
};

/**
 * Counts an attempt for its target, then adds it to the timeline of its listing; both before its outcome is settled, so that a crash
 * loses none.
 */
export async function noteAttempt(
  record: ListingRecord,
  end: AttemptEnd,
  { lane, deps }: { lane: OfLane; deps: Pick<LaneDeps, 'counter' | 'timeline'> },
): Promise<void> {
  const succeeded = SUCCEEDED[end.outcome];
  if (succeeded !== undefined) {
    deps.counter.add({ of: record.targetId, at: end.beganAt, succeeded });
    await deps.counter.save();
  }
  await deps.timeline.add(record.accountId, [attemptEntry(record, end, lane)]);
}

/** The timeline entry of an attempt whose process was killed. It has the id that the finished attempt would have. */
export const lostAttempt = (record: ListingRecord, beganAt: Date, lane: OfLane): AttemptEntry =>
  attemptEntry(record, { beganAt, outcome: 'interrupted', durationMs: 0 }, lane);

/**
 * Adds the attempts that were interrupted because the last process of a lane was killed. Attempts with a recorded
 * outcome are not changed.
 */
export async function noteLostAttempt(
  { accountId, attempting }: Pick<ClaimedTarget, 'accountId' | 'attempting'>,
  { timeline }: Pick<LaneDeps, 'timeline'>,
): Promise<void> {
  if (attempting) await timeline.add(accountId, attempting);
}

function attemptEntry(
  { id: listingId, propertyId, targetId, wanted }: ListingRecord,
  { beganAt, outcome, failure, durationMs, nextAttemptAt, fileName }: AttemptEnd,
  { target: { type: targetType, lease } }: OfLane,
): AttemptEntry {
  const { requestId, actor, action: operation } = wanted;
  return {
    id: entryId(beganAt, 'publication_attempt', `${listingId}/${String(lease.fence)}`),
    at: beganAt,
    kind: 'publication_attempt',
    requestId,
    ...(actor && { actor }),
    ...{ listingId, propertyId, targetId, targetType, operation, outcome },
    ...(failure && { failureCode: failure.code, failureMessage: failure.message }),
    durationMs: Math.round(durationMs),
    ...(nextAttemptAt && { nextAttemptAt }),
    ...(fileName !== undefined && { fileName }),
  };
}

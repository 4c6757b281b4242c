import type { ListingRecord } from '../domain/listing.ts';
import type { Failure } from '../domain/publication.ts';
import type { Lane, LaneDeps } from '../lanes/lane-deps.ts';
import { INTERNAL } from '../lanes/internal-failure.ts';
import { lostAttempt, noteAttempt } from '../lanes/note-attempt.ts';
import type { AttemptEnd } from '../lanes/note-attempt.ts';

interface Begun {
  /** The listings of a full transfer. */
  records: readonly ListingRecord[];
  beganAt: Date;
}

type Unsent = Begun & {
  durationMs: number;
  outcome?: 'interrupted';
  failure?: Pick<Failure, 'code' | 'message'>;
};

/**
 * To be called before a full transfer is sent: if the process is killed, the timeline of each of its listings says so. False if the
 * lane was stopped or lost.
 */
export const beginAttempts = ({ records, beganAt }: Begun, lane: Lane, deps: LaneDeps): Promise<boolean> =>
  deps.leases.begin(
    lane.target.lease,
    records.map((record) => lostAttempt(record, beganAt, lane)),
  );

/** Records the attempts of a full transfer that did not arrive. If this fails, the next claim of the lane records them as interrupted. */
export async function endAttempts(
  { records, beganAt, durationMs, outcome, failure }: Unsent,
  lane: Lane,
  deps: LaneDeps,
): Promise<void> {
  const nextAttemptAt = outcome ? undefined : await nextAttempt(lane, deps);
  const end: AttemptEnd = {
    ...{ beganAt, durationMs, failure, nextAttemptAt },
    outcome: outcome ?? (failure?.code === INTERNAL.code ? 'internal_error' : 'retry'),
  };
  for (const record of records) await noteAttempt(record, end, { lane, deps });
}

/** When the lane goes on, with another transfer or with the listings one by one. */
async function nextAttempt({ target }: Lane, { clock, targets }: LaneDeps): Promise<Date> {
  const now = clock();
  const retryAt = (await targets.peek(target.id))?.retryAt ?? now;
  return retryAt > now ? retryAt : now;
}

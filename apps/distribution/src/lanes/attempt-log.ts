import type { ListingRecord } from '../domain/listing.ts';
import type { AttemptEntry } from '../domain/timeline.ts';
import type { LaneLeases } from '../stores/targets/lane-leases.ts';
import type { Lane, LaneDeps } from './lane-deps.ts';
import { lostAttempt, noteAttempt } from './note-attempt.ts';
import type { AttemptEnd } from './note-attempt.ts';

type AttemptLogDeps = Pick<LaneDeps, 'counter' | 'log' | 'timeline'> & {
  leases: Pick<LaneLeases, 'begin'>;
};

/**
 * Records the attempts of one run of a lane, so that none is missing from a timeline, whenever the process is killed.
 */
export class AttemptLog {
  readonly #lane: Lane;
  readonly #deps: AttemptLogDeps;
  /** Its outcome may not be stored yet when the next attempt begins. */
  #previous: AttemptEntry[] = [];

  constructor(lane: Lane, deps: AttemptLogDeps) {
    this.#lane = lane;
    this.#deps = deps;
  }

  /** To be called before anything is sent. False if the lane was stopped or lost. */
  begin(record: ListingRecord, beganAt: Date): Promise<boolean> {
    const lost = lostAttempt(record, beganAt, this.#lane);
    const attempting = [...this.#previous, lost];
    this.#previous = [lost];
    return this.#deps.leases.begin(this.#lane.target.lease, attempting);
  }

  end(record: ListingRecord, end: AttemptEnd): Promise<void> {
    return noteAttempt(record, end, { lane: this.#lane, deps: this.#deps });
  }

  /** If this fails, only the record of the attempt is lost. The listing stays due. */
  async cutOff(record: ListingRecord, end: Omit<AttemptEnd, 'outcome'>): Promise<void> {
    await this.end(record, { ...end, outcome: 'interrupted' }).catch((error: unknown) => {
      this.#deps.log.warn({ err: error, listingId: record.id }, 'publication.interruption.not-recorded');
    });
  }
}

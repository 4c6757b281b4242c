import { crashesBefore, leaseOf } from '@estate/persistence';
import type { Leased, WithOutbox } from '@estate/persistence';
import { LANE_OPEN } from '../../domain/target.ts';
import type { ClaimedTarget, TargetRecord } from '../../domain/target.ts';

/**
 * A target as it is saved, with the lease and the fence of its lane. `unended` counts the claims since the lane was last handed
 * back: each one but the last belongs to a process that crashed.
 */
export type TargetDoc = Omit<TargetRecord, 'id' | 'laneGeneration' | 'leasedUntil'> &
  Leased &
  Pick<WithOutbox, 'outbox'> & { laneEpoch: number; unended?: number };

export const LOGIN_INDEX = 'login-of-one-target';

/** Part of an `$unset` that forgets all crashes. */
export const NO_CRASHES = { unended: '' } as const;

/** The same for a target that its customer changed or the operator resumed. */
export const NOT_BLAMED = { setAside: '', ...NO_CRASHES } as const;

/** Matches targets that their customer can see. */
export const VISIBLE = { deletedAt: { $exists: false } };

/** Part of the `$unset` with which a target is deleted: nobody could resume what is still to be taken down. */
export const DELETION_ENDS = {
  deleting: '',
  republish: '',
  fullTransfer: '',
  nightAt: '',
  customerPause: '',
  ownsLogin: '',
} as const;

/** Nothing has stopped the lane. */
export const NOT_STOPPED = {
  pausedAt: { $exists: false },
  setAside: { $exists: false },
  customerPause: { $exists: false },
  'closing.isHeld': { $exists: false },
};

/** The fields of a lane with a fresh start. */
export const LANE_START = { retryAt: LANE_OPEN, laneAttempt: 0 } as const;

/** Part of the `$inc` by which a running lane notices that it was given a fresh start. */
export const NEXT_GENERATION = { laneEpoch: 1 } as const;

export const toTargetDoc = ({ id, laneGeneration, leasedUntil: _, ...fields }: TargetRecord): TargetDoc => ({
  _id: id,
  ...fields,
  laneEpoch: laneGeneration,
  fence: 0,
});

export function fromTargetDoc(doc: TargetDoc): TargetRecord {
  const { _id, laneEpoch, lease, fence: _fence, unended: _unended, outbox: _outbox, ...fields } = doc;
  return { id: _id, laneGeneration: laneEpoch, ...(lease && { leasedUntil: lease.until }), ...fields };
}

export const claimedOf = (doc: TargetDoc): ClaimedTarget => ({
  ...fromTargetDoc(doc),
  lease: leaseOf(doc),
  crashes: crashesBefore(doc.unended),
});

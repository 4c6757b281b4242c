import type { ErasedCounts, Erasure, ErasurePhase } from '@estate/contracts';

/** The erasure of a person in the gateway: the address is sealed, and only stored as long as it is needed. */
export interface StoredErasure {
  id: string;
  accountId: string;
  state: Erasure['state'];
  /** The phase that the last step found unfinished. */
  phase?: ErasurePhase;
  /** The time of the next step of a running erasure. */
  nextStepAt?: Date;
  /** True if the last step failed. */
  isPutOff?: true;
  /** Kept after the end for as long as older backups are, so that the erasure can run again after a restore. */
  email?: { sealed: string };
  /** A keyed hash, so that it reveals nothing without the address and the key. */
  emailHash: string;
  requestedAt: Date;
  /** The time since which nothing was found any more. */
  quietSince?: Date;
  finishedAt?: Date;
  erased: ErasedCounts;
}

export const NOTHING_ERASED: ErasedCounts = { requests: 0, mails: 0, events: 0, deliveries: 0, messages: 0 };

export function toErasure(erasure: StoredErasure): Erasure {
  const { id, state, phase = 'requests', requestedAt, finishedAt, erased } = erasure;
  return {
    ...{ id, state },
    ...(state === 'running' && { phase }),
    progress: progressOf(erasure),
    requestedAt: requestedAt.toISOString(),
    ...(finishedAt && { finishedAt: finishedAt.toISOString() }),
    erased,
  };
}

function progressOf({ state, phase = 'requests', nextStepAt, isPutOff }: StoredErasure): string {
  if (state === 'finished') return 'All data of the person that the services found is erased.';
  const at = nextStepAt ? ` at ${nextStepAt.toISOString()}` : '';
  if (isPutOff) return `A service did not respond. The erasure continues${at}.`;
  if (phase === 'requests') return 'Requests and emails are being erased.';
  if (phase === 'events')
    return 'Requests and emails are erased. Events, deliveries and messages are being erased.';
  return `No data of the person is left. The services search once more${at}, for data that was in transit.`;
}

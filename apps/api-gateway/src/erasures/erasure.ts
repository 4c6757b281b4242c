import type { ErasedCounts, Erasure } from '@estate/contracts';

/** The erasure of a person as the gateway keeps it: the address only as long as it is needed, and sealed. */
export interface StoredErasure {
  id: string;
  accountId: string;
  state: Erasure['state'];
  /** Kept after the end for as long as backups from before are, so that the erasure can run again after a restore. */
  email?: { sealed: string };
  /** A keyed hash, so that it reveals nothing without the address and the key. */
  emailHash: string;
  requestedAt: Date;
  /** Since when nothing was found any more. */
  quietSince?: Date;
  finishedAt?: Date;
  erased: ErasedCounts;
}

export const NOTHING_ERASED: ErasedCounts = { requests: 0, mails: 0, events: 0, deliveries: 0, messages: 0 };

export const toErasure = ({ id, state, requestedAt, finishedAt, erased }: StoredErasure): Erasure => ({
  id,
  state,
  requestedAt: requestedAt.toISOString(),
  ...(finishedAt && { finishedAt: finishedAt.toISOString() }),
  erased,
});

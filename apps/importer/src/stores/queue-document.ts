import type { Leased, WithOutbox, WorkFields } from '@estate/persistence';

/** The imports of one source that wait, or those of an account that came without a source; worked on one after the other. */
export interface QueueDoc extends Leased, WithOutbox {
  accountId: string;
  dueAt?: Date;
  /** Grows with everything that makes the queue due; an end before it is outdated. */
  arrivals: number;
  attempt: number;
  internalErrors: number;
  unended?: number;
  /** Until when a package that has arrived by FTP becomes an import. */
  expectedUntil?: Date;
}

export const WORK_FIELDS: WorkFields = {
  dueAt: 'dueAt',
  attempt: 'attempt',
  internalErrors: 'internalErrors',
  unended: 'unended',
};

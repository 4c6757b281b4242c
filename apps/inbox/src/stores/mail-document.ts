import type { IndexSpec, Leased, WithOutbox } from '@estate/persistence';
import { outboxIndex } from '@estate/persistence';
import type { MailRecord } from '../domain/mail.ts';

/** A mail as it is saved; without `dueAt` there is nothing to do. */
export interface MailDoc extends Omit<MailRecord, 'id'>, WithOutbox, Leased {
  dueAt?: Date;
  /** Grows when something came in that has to be read for; an end for an older one is none. */
  arrivals: number;
  /** The fence of the last claim that was followed by an end of any kind. */
  settled: number;
  /** Readings in a row that were begun alone and that no end of any kind followed. */
  begun?: number;
  /** Readings in a row that ended their thread. */
  deaths: number;
  /** Runs in a row that failed for a reason of our own. */
  troubles: number;
}

export const KEY_INDEX = 'key';

export const mailIndexes: readonly IndexSpec[] = [
  { name: KEY_INDEX, key: { key: 1 }, unique: true },
  { name: 'due', key: { dueAt: 1 }, sparse: true },
  { name: 'state', key: { state: 1, _id: 1 } },
  { name: 'raw', key: { rawSha256: 1 } },
  { name: 'kept', key: { expiresAt: 1 }, expireAfterSeconds: 0 },
  outboxIndex,
];

export const toRecord = ({ _id: id, ...doc }: MailDoc): MailRecord => ({
  id,
  key: doc.key,
  rawSha256: doc.rawSha256,
  sizeBytes: doc.sizeBytes,
  truncated: doc.truncated,
  source: doc.source,
  recipients: doc.recipients,
  state: doc.state,
  receivedAt: doc.receivedAt,
  expiresAt: doc.expiresAt,
  ...(doc.sender !== undefined && { sender: doc.sender }),
  ...(doc.subject !== undefined && { subject: doc.subject }),
  ...(doc.failure && { failure: doc.failure }),
  results: doc.results,
});

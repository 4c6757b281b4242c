import type { IndexSpec, Leased, WithOutbox, WorkFields } from '@estate/persistence';
import { dueIndex, outboxIndex } from '@estate/persistence';
import type { MailRecord } from '../domain/mail.ts';

/** A mail as it is saved; without `dueAt` there is nothing to do. */
export interface MailDoc extends Omit<MailRecord, 'id'>, WithOutbox, Leased {
  dueAt?: Date;
  /** Grows when something came in that has to be read for; an end for an older one is none. */
  arrivals: number;
  /** Claims in a row that were neither ended nor released. */
  unended?: number;
  /** Attempts in a row that ended the thread that read it. */
  deaths: number;
  /** Attempts in a row that failed by an internal error. */
  troubles: number;
}

export const WORK_FIELDS: WorkFields = {
  dueAt: 'dueAt',
  attempt: 'deaths',
  internalErrors: 'troubles',
  unended: 'unended',
};

export const KEY_INDEX = 'key';

export const mailIndexes: readonly IndexSpec[] = [
  { name: KEY_INDEX, key: { key: 1 }, unique: true },
  dueIndex(WORK_FIELDS.dueAt),
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

import type { IndexSpec, Leased, WithOutbox, WorkFields } from '@estate/persistence';
import { dueIndex, outboxIndex } from '@estate/persistence';
import type { MailRecord } from '../domain/mail.ts';

/** An email as it is saved; without `dueAt` there is nothing to do. */
export interface MailDoc extends Omit<MailRecord, 'id'>, WithOutbox, Leased {
  dueAt?: Date;
  /** Grows with each copy that adds recipients; the result of a reading before it is outdated. */
  arrivals: number;
  /** Claims in a row that were neither ended nor released. */
  unended?: number;
  /** Attempts in a row that ended the thread that read it. */
  attempt: number;
  /** Attempts in a row that failed by an internal error. */
  internalErrors: number;
}

export const WORK_FIELDS: WorkFields = {
  dueAt: 'dueAt',
  attempt: 'attempt',
  internalErrors: 'internalErrors',
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

export const toRecord = (doc: MailDoc): MailRecord => {
  const { _id: id, dueAt: _dueAt, arrivals: _arrivals, lease: _lease, fence: _fence, ...fields } = doc;
  const { unended: _unended, attempt: _attempt, internalErrors: _errors, ...rest } = fields;
  const { outbox: _outbox, removeWhenSent: _remove, ...record } = rest;
  return { id, ...record };
};

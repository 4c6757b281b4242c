import type { Filter, Leased, WithOutbox, WorkFields } from '@estate/persistence';
import type { MailContent } from '../domain/mail-content.ts';
import type { MailRecord } from '../domain/mail.ts';

/** An email as it is saved; without `dueAt` there is nothing to do. */
export interface MailDoc extends Omit<MailRecord, 'id'>, WithOutbox, Leased {
  dueAt?: Date;
  /** The lists of accounts that it is in; left out while no account owns it. */
  listedUnder?: string[];
  /** Its content, stored when it is read, so that it is parsed only once. */
  content?: MailContent;
  /** By which an account finds the persons whose addresses it names. */
  personKeys?: string[];
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

export const toRecord = (doc: MailDoc): MailRecord => {
  const { _id: id, dueAt: _dueAt, arrivals: _arrivals, lease: _lease, fence: _fence, ...fields } = doc;
  const { unended: _unended, attempt: _attempt, internalErrors: _errors, ...rest } = fields;
  const {
    listedUnder: _lists,
    content: _content,
    personKeys: _keys,
    outbox: _outbox,
    removeWhenSent: _remove,
    ...record
  } = rest;
  return { id, ...record };
};

/** Nothing is left of it: every account that received it has erased it. */
export const isErased = ({ rawSha256 }: Pick<MailDoc, 'rawSha256'>): boolean => rawSha256 === '';

/** An email that every account has erased; bytes that no email names are removed. */
export const NOTHING: Pick<MailDoc, 'results' | 'recipients' | 'rawSha256'> = {
  results: [],
  recipients: [],
  rawSha256: '',
};

/** No copy was added since, no claim was taken, and no reading has ended. */
export const unchangedSince = ({ _id, arrivals, fence, dueAt }: MailDoc): Filter<MailDoc> => ({
  _id,
  arrivals,
  fence: fence ?? { $exists: false },
  dueAt: dueAt ?? { $exists: false },
});

import { WorkQueue } from '@estate/persistence';
import type { Claim, Collection, OutboxRelay } from '@estate/persistence';
import type { MailRecord, ReadState } from '../domain/mail.ts';
import { WORK_FIELDS, toRecord } from './mail-document.ts';
import type { MailDoc } from './mail-document.ts';

/** An email that this process alone may read until its lease ends. */
export type ClaimedMail = { record: MailRecord } & Claim;

export type MailEnd = { state: ReadState } & Pick<MailRecord, 'results'> &
  Partial<Pick<MailRecord, 'sender' | 'subject' | 'failure'>>;

/** The emails that wait to be read; an email with a new copy has to be read again. */
export class MailQueue extends WorkQueue<MailDoc, { record: MailRecord }, MailEnd> {
  constructor(collection: Collection<MailDoc>, relay: Pick<OutboxRelay, 'sent'>) {
    super({
      collection,
      relay,
      fields: WORK_FIELDS,
      view: (doc) => ({ record: toRecord(doc) }),
      seen: ({ arrivals }) => ({ arrivals }),
      changes: (end) => ({ set: end, ...(!end.failure && { unset: { failure: '' } }) }),
    });
  }
}

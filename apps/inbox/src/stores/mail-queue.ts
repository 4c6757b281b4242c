import { WorkQueue } from '@estate/persistence';
import type { Claim, Collection, OutboxRelay } from '@estate/persistence';
import type { MailRecord, ReadState } from '../domain/mail.ts';
import { WORK_FIELDS, toRecord } from './mail-document.ts';
import type { MailDoc } from './mail-document.ts';

interface MailToRead {
  record: MailRecord;
}

/** A mail that this process alone may read until its lease ends. */
export type ClaimedMail = MailToRead & Claim;

export type MailEnd = { state: ReadState } & Pick<MailRecord, 'results'> &
  Partial<Pick<MailRecord, 'sender' | 'subject' | 'failure'>>;

/** The mails that wait to be read; one for which more came in meanwhile has to be read once more. */
export class MailQueue extends WorkQueue<MailDoc, MailToRead, MailEnd> {
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

import { WorkQueue, firstIdAt } from '@estate/persistence';
import type { Claim, Collection, OutboxRelay } from '@estate/persistence';
import { listsOf } from '../domain/account-part.ts';
import type { MailContent } from '../domain/mail-content.ts';
import type { MailRecord, ReadState } from '../domain/mail.ts';
import { SAID } from './erased-mail-store.ts';
import { NOTHING, WORK_FIELDS, toRecord } from './mail-document.ts';
import type { MailDoc } from './mail-document.ts';

/** An email that this process alone may read until its lease ends. */
export type ClaimedMail = { record: MailRecord } & Claim;

export type MailEnd = { state: ReadState } & Pick<MailRecord, 'results'> &
  Partial<Pick<MailRecord, 'sender' | 'subject' | 'failure' | 'unreadable'>> & {
    /** Left out for an email that belongs to no account. */
    content?: MailContent;
    personKeys?: string[];
    /** Every account that it is for has erased it. */
    isErased?: true;
  };

/** The fields that the result of an earlier reading may have set. */
const LEFT_OUT = ['failure', 'unreadable', 'content', 'personKeys'] as const;

/** The emails that wait to be read; an email with a new copy has to be read again. */
export class MailQueue extends WorkQueue<MailDoc, { record: MailRecord }, MailEnd> {
  readonly #docs: Collection<MailDoc>;

  constructor(collection: Collection<MailDoc>, relay: Pick<OutboxRelay, 'sent'>) {
    super({
      collection,
      relay,
      fields: WORK_FIELDS,
      view: (doc) => ({ record: toRecord(doc) }),
      seen: ({ arrivals }) => ({ arrivals }),
      changes: ({ isErased, ...end }) =>
        isErased
          ? { set: { state: end.state, ...NOTHING, listedUnder: [] }, unset: SAID }
          : {
              set: { ...end, listedUnder: listsOf(end) },
              unset: Object.fromEntries(
                LEFT_OUT.filter((name) => !end[name]).map((name) => [name, ''] as const),
              ),
            },
    });
    this.#docs = collection;
  }

  /** True if an email that was received before a time waits for its first reading. */
  async hasUnread(before: Date): Promise<boolean> {
    const waiting = { dueAt: { $gt: new Date(0) }, attempt: 0, internalErrors: 0 };
    const filter = { ...waiting, _id: { $lt: firstIdAt(before) } };
    return (await this.#docs.findOne(filter, { projection: { _id: 1 } })) !== null;
  }
}

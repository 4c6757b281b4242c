import { MailsActions } from './actions.ts';
import type { ReceivedMail, ReceivedMailState, ReceivedMailSummary } from './contract-types.ts';
import type { CountedListQuery } from './page.ts';
import type { CallOptions } from './transport.ts';

export interface ReceivedMailQuery extends CountedListQuery {
  /** Only emails that this target received. */
  targetId?: string | undefined;
  state?: ReceivedMailState | undefined;
}

/** The emails that the account's targets received, as long as they are kept. */
export class ReceivedMails extends MailsActions<ReceivedMailSummary, ReceivedMailQuery> {
  /** An email with its text, its attachments' names and what was found in it. @throws ApiError, ConnectionError */
  override get(id: string, options?: CallOptions): Promise<ReceivedMail> {
    return this.order({ method: 'GET', id, options });
  }
}

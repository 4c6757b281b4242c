import { erasedKind } from '@estate/persistence';
import type { Collection, ErasedKind, PublishedMessages } from '@estate/persistence';
import { listFor } from '../domain/account-part.ts';
import type { ErasedMailStore } from '../stores/erased-mail-store.ts';
import type { MailDoc } from '../stores/mail-document.ts';
import type { RequestDoc } from '../stores/request-document.ts';
import type { RetentionDoc } from '../stores/retention-store.ts';
import type { TextDoc } from '../stores/text-store.ts';

interface Parts {
  mails: Collection<MailDoc>;
  requests: Collection<RequestDoc>;
  texts: Collection<TextDoc>;
  retentions: Collection<RetentionDoc>;
  erasedMails: Pick<ErasedMailStore, 'erase'>;
  publishedMessages: Pick<PublishedMessages, 'ofAccounts'>;
}

/**
 * Everything that the inbox stores of an account; the requests that are being erased already have no account any more. Of an email stays
 * what other accounts received of it, or a row without content. Its usage is kept.
 */
export const accountKinds = ({ erasedMails, publishedMessages, ...docs }: Parts): ErasedKind[] => [
  erasedKind<RequestDoc>({ kind: 'requests', docs: docs.requests, of: (accountId) => ({ accountId }) }),
  erasedKind<RequestDoc>({
    kind: 'requests',
    docs: docs.requests,
    of: (accountId) => ({ 'erasing.accountId': accountId }),
  }),
  erasedKind<TextDoc>({ kind: 'others', docs: docs.texts, of: (accountId) => ({ accountId }) }),
  erasedKind<MailDoc>({
    kind: 'mails',
    docs: docs.mails,
    of: (accountId) => ({ listedUnder: listFor(accountId, {}) }),
    erase: async (ids, { accountId }) => {
      for (const id of ids) await erasedMails.erase(accountId, id);
    },
  }),
  erasedKind<RetentionDoc>({
    kind: 'others',
    docs: docs.retentions,
    of: (accountId) => ({ _id: accountId }),
  }),
  publishedMessages.ofAccounts,
];

import { Finder, findable } from '@estate/persistence';
import type { Collection } from '@estate/persistence';
import type { MailDoc } from './mail-document.ts';
import type { RequestDoc } from './request-document.ts';

/** Looks emails and requests up by id. */
export const inboxFinder = ({
  mails,
  requests,
}: {
  mails: Collection<MailDoc>;
  requests: Collection<RequestDoc>;
}): Finder =>
  new Finder([
    findable({ kind: 'mail', docs: mails, fields: {}, describe: () => ({}) }),
    findable({
      kind: 'request',
      docs: requests,
      fields: { accountId: 1 },
      describe: ({ accountId }) => ({ accountId }),
    }),
  ]);

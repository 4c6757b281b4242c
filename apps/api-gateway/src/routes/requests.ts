import * as contracts from '@estate/contracts';
import { ask } from '../routing/api-route.ts';
import type { ApiRoute } from '../routing/api-route.ts';

const access = 'operator' as const;
const MAILS = '/admin/mails';

/** Contact requests and, for the operator, the emails that contained them; answered by the inbox. */
export const requestRoutes: ApiRoute[] = [
  ask('GET /requests', contracts.listRequests, { summary: 'List contact requests' }),
  ask('GET /requests/{id}', contracts.getRequest, { summary: 'Get a contact request' }),
  ask('GET /mails', contracts.listReceivedMails, {
    summary: 'List received emails',
    description:
      'The emails that targets of the account received. Emails are kept for 30 days, or for the retention of the account if it is shorter.',
  }),
  ask('GET /mails/{id}', contracts.getReceivedMail, { summary: 'Get a received email' }),
  ask('POST /mails/{id}/reparse', contracts.reparseReceivedMail, {
    summary: 'Read a received email again',
    description:
      'Requests that were already created from the email are not created again, and their events are not sent again.',
    status: 202,
  }),
  ask('POST /mails/{id}/done', contracts.finishReceivedMail, { summary: 'Mark a received email as done' }),
  ask(`GET ${MAILS}`, contracts.listMails, {
    summary: 'List received emails',
    audit: 'mail.looked_at',
    access,
  }),
  ask(`GET ${MAILS}/{id}`, contracts.getMail, {
    summary: 'Get a received email',
    audit: 'mail.looked_at',
    access,
  }),
  ask(`POST ${MAILS}/{id}/reparse`, contracts.reparseMail, {
    summary: 'Read a received email again',
    audit: 'mail.reparsed',
    access,
  }),
];

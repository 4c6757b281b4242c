import * as contracts from '@estate/contracts';
import { ask } from '../routing/api-route.ts';
import type { ApiRoute } from '../routing/api-route.ts';

const access = 'operator' as const;
const MAILS = '/admin/mails';

/** Contact requests and, for the operator, the emails that contained them; answered by the inbox. */
export const requestRoutes: ApiRoute[] = [
  ask('GET /requests', contracts.listRequests, { summary: 'List contact requests' }),
  ask('GET /requests/{id}', contracts.getRequest, { summary: 'Get a contact request' }),
  ask(`GET ${MAILS}`, contracts.listMails, { summary: 'List received emails', access }),
  ask(`GET ${MAILS}/{id}`, contracts.getMail, { summary: 'Get a received email', access }),
  ask(`POST ${MAILS}/{id}/reparse`, contracts.reparseMail, {
    summary: 'Read a received email again',
    access,
  }),
];

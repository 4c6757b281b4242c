import * as contracts from '@estate/contracts';
import { ask } from '../routing/api-route.ts';
import type { ApiRoute } from '../routing/api-route.ts';

/** Contact requests and, for the operator, the mails they came in; answered by the inbox. */
export const requestRoutes: ApiRoute[] = [
  ask({ method: 'GET', path: '/requests', summary: 'List contact requests' }, contracts.listRequests),
  ask({ method: 'GET', path: '/requests/{id}', summary: 'Get a contact request' }, contracts.getRequest),
  ask(
    { method: 'GET', path: '/admin/mails', summary: 'List received emails', access: 'operator' },
    contracts.listMails,
  ),
  ask(
    { method: 'GET', path: '/admin/mails/{id}', summary: 'Get a received email', access: 'operator' },
    contracts.getMail,
  ),
  ask(
    {
      method: 'POST',
      path: '/admin/mails/{id}/reparse',
      summary: 'Read a received email again',
      access: 'operator',
    },
    contracts.reparseMail,
  ),
];

import type { AnswersOf } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import type { Manifest } from '../manifest.ts';
import { getMail } from './get-mail.ts';
import { getRequest } from './get-request.ts';
import { listMails } from './list-mails.ts';
import { listRequests } from './list-requests.ts';
import { listViolations } from './list-violations.ts';
import { reparseMail } from './reparse-mail.ts';

/** Every operation that the inbox answers. */
export const routes = (deps: Deps): AnswersOf<Manifest> => [
  listRequests(deps),
  getRequest(deps),
  listMails(deps),
  getMail(deps),
  reparseMail(deps),
  listViolations(deps),
];

import type { AnswersOf } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import type { Manifest } from '../manifest.ts';
import { deleteRequest } from './delete-request.ts';
import { erasePerson } from './erase-person.ts';
import { finishReceivedMail } from './finish-received-mail.ts';
import { getMail } from './get-mail.ts';
import { getReceivedMail } from './get-received-mail.ts';
import { getRequest } from './get-request.ts';
import { getRequestActivity } from './get-request-activity.ts';
import { getRetention } from './get-retention.ts';
import { listMails } from './list-mails.ts';
import { listReceivedMails } from './list-received-mails.ts';
import { listRequests } from './list-requests.ts';
import { listTimeline } from './list-timeline.ts';
import { reparseMail } from './reparse-mail.ts';
import { reparseReceivedMail } from './reparse-received-mail.ts';
import { setRetention } from './set-retention.ts';

/** Every operation that the inbox answers. */
export const routes = (deps: Deps): AnswersOf<Manifest> => [
  listRequests(deps),
  listTimeline(deps),
  getRequest(deps),
  getRequestActivity(deps),
  deleteRequest(deps),
  erasePerson(deps),
  getRetention(deps),
  setRetention(deps),
  listMails(deps),
  getMail(deps),
  reparseMail(deps),
  listReceivedMails(deps),
  getReceivedMail(deps),
  reparseReceivedMail(deps),
  finishReceivedMail(deps),
];

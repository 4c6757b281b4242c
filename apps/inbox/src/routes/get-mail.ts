import { getMail as operation } from '@estate/contracts';
import { found } from '@estate/errors';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { toMail } from '../domain/mail.ts';

/** One received email of any account, for the operator. */
export const getMail = ({ mails }: Pick<Deps, 'mails'>) =>
  answer(operation, async ({ id }) => toMail(found(await mails.find(id), 'mail', id)));

import { reparseMail as operation } from '@estate/contracts';
import { found } from '@estate/errors';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { toMail } from '../domain/mail.ts';

/** Makes an email due again. */
export const reparseMail = ({ mails, clock, wake }: Deps) =>
  answer(operation, async ({ id }) => {
    const record = found(await mails.readAgain(id, clock()), 'mail', id);
    wake(id);
    return toMail(record);
  });

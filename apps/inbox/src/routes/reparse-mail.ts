import { reparseMail as operation } from '@estate/contracts';
import { found } from '@estate/errors';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { toMail } from '../domain/mail.ts';

/** Makes a mail due again. */
export const reparseMail = ({ mails, clock, ring }: Deps) =>
  answer(operation, async ({ id }) => {
    const record = found(await mails.readAgain(id, clock()), 'mail', id);
    ring(id);
    return toMail(record);
  });

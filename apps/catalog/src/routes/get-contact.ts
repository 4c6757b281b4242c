import { getContact as operation } from '@estate/contracts';
import { found } from '@estate/errors';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { toContact } from '../domain/contact.ts';

/** One contact of the account. */
export const getContact = ({ contacts }: Deps) =>
  answer(operation, async ({ id }, { accountId }) =>
    toContact(found(await contacts.find({ accountId, id }), 'contact', id)),
  );

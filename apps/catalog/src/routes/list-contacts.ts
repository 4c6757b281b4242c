import { listContacts as operation } from '@estate/contracts';
import { answer, readable } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { toContact } from '../domain/contact.ts';

/** One page of the account's contacts. */
export const listContacts = ({ contacts }: Deps) =>
  answer(operation, async (query, { accountId }) => {
    const { records, ...page } = await contacts.list(accountId, query);
    return { ...page, data: records.map(readable(toContact)) };
  });

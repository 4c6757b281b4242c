import { updateContact as operation } from '@estate/contracts';
import { found } from '@estate/errors';
import { answer } from '@estate/messaging';
import { contactChanged } from '../announcements.ts';
import type { Deps } from '../deps.ts';
import { toContact } from '../domain/contact.ts';

/** Replaces a contact; its properties follow by the fact. */
export const updateContact = (deps: Deps) =>
  answer(operation, async ({ id, ...fields }, { accountId }) => {
    const key = { accountId, id };
    found(await deps.contacts.find(key), 'contact', id);
    const told = contactChanged({ ...key, deleted: false }, deps);
    const replaced = await deps.contacts.replace(key, { fields, now: deps.clock() }, told);
    return toContact(found(replaced, 'contact', id));
  });

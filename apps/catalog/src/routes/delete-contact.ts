import { deleteContact as operation } from '@estate/contracts';
import { found } from '@estate/errors';
import { answer } from '@estate/messaging';
import { contactChanged } from '../announcements.ts';
import type { Deps } from '../deps.ts';
import { toContact } from '../domain/contact.ts';

/** Deletes a contact; its properties are without one by the fact. */
export const deleteContact = (deps: Deps) =>
  answer(operation, async ({ id }, { accountId }) => {
    const key = { accountId, id };
    found(await deps.contacts.find(key), 'contact', id);
    const removed = await deps.contacts.remove(key, contactChanged({ ...key, deleted: true }, deps));
    return toContact(found(removed, 'contact', id));
  });

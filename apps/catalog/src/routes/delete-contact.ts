import { deleteContact as operation } from '@estate/contracts';
import { found } from '@estate/errors';
import { answer, changeIfMatch } from '@estate/messaging';
import { contactChanged } from '../announcements.ts';
import type { Deps } from '../deps.ts';
import { toContact } from '../domain/contact.ts';

/** Deletes a contact; the fact removes it from its properties. */
export const deleteContact = (deps: Deps) =>
  answer(operation, async ({ id }, asker) => {
    const key = { accountId: asker.accountId, id };
    const removed = await changeIfMatch(asker, {
      shownBy: operation,
      read: async () => found(await deps.contacts.find(key), 'contact', id),
      show: toContact,
      write: (present, only) =>
        deps.contacts.remove(
          { ...key, ...(only && { seen: present }) },
          contactChanged({ ...key, deleted: true }, deps),
        ),
    });
    return toContact(found(removed, 'contact', id));
  });

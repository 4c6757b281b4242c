import { updateContact as operation } from '@estate/contracts';
import { found } from '@estate/errors';
import { answer, changeIfMatch } from '@estate/messaging';
import { contactChanged } from '../announcements.ts';
import type { Deps } from '../deps.ts';
import { toContact } from '../domain/contact.ts';

/** Replaces a contact; the fact updates its properties. */
export const updateContact = (deps: Deps) =>
  answer(operation, async ({ id, ...fields }, asker) => {
    const key = { accountId: asker.accountId, id };
    const replaced = await changeIfMatch(asker, {
      shownBy: operation,
      read: async () => found(await deps.contacts.find(key), 'contact', id),
      show: toContact,
      write: (present, only) =>
        deps.contacts.replace(
          { ...key, ...(only && { seen: present }) },
          { fields, now: deps.clock() },
          contactChanged({ ...key, deleted: false }, deps),
        ),
    });
    return toContact(found(replaced, 'contact', id));
  });

import { createContact as operation } from '@estate/contracts';
import { answer } from '@estate/messaging';
import { createOnce } from '@estate/persistence';
import type { Deps } from '../deps.ts';
import { toContact } from '../domain/contact.ts';

/** Saves a contact. */
export const createContact = ({ contacts, clock, newId }: Deps) =>
  answer(operation, async (fields, { accountId, ...reservation }) => {
    const contact = await createOnce(reservation, {
      newId,
      find: (id) => contacts.find({ accountId, id }),
      create: async (id) => {
        const now = clock();
        const made = { id, accountId, fields, revision: 1, createdAt: now, updatedAt: now };
        await contacts.add(made);
        return made;
      },
    });
    return toContact(contact);
  });

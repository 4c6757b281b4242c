import { createContact as operation } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { toContact } from '../domain/contact.ts';

/** Saves a contact. */
export const createContact = ({ contacts, clock, newId }: Deps) =>
  answer(operation, async (fields, { accountId }) => {
    const now = clock();
    const contact = { id: newId(), accountId, fields, createdAt: now, updatedAt: now };
    await contacts.add(contact);
    return toContact(contact);
  });

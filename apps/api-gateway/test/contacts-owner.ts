import { createContact, getContact, listContacts, updateContact } from '@estate/contracts';
import type { Contact } from '@estate/contracts';
import { found } from '@estate/errors';
import { answer, changeIfMatch } from '@estate/messaging';
import type { Answer } from '@estate/messaging';
import { createOnce, newId } from '@estate/persistence';

export interface ContactsOwner {
  answers: Answer[];
  /** Everything that was made. */
  made: Contact[];
  /** Runs after a contact was made and before that is answered. */
  afterEffect: () => Promise<void>;
}

/** Answers for the catalog, with contacts in memory that are made once an id. */
export function contactsOwner(): ContactsOwner {
  const made = new Map<string, Contact>();
  const get = (id: string) => found(made.get(id), 'contact', id);
  const owner: ContactsOwner = {
    get made() {
      return [...made.values()];
    },
    afterEffect: () => Promise.resolve(),
    answers: [
      answer(createContact, async (fields, reservation) =>
        createOnce(reservation, {
          newId,
          find: (id) => Promise.resolve(made.get(id) ?? null),
          create: async (id) => {
            const now = new Date().toISOString();
            const contact = { ...fields, id, createdAt: now, updatedAt: now };
            made.set(id, contact);
            await owner.afterEffect();
            return contact;
          },
        }),
      ),
      answer(getContact, ({ id }) => Promise.resolve(get(id))),
      answer(listContacts, () => Promise.resolve({ hasMore: false, data: [...made.values()] })),
      answer(updateContact, async ({ id, ...fields }, asker) => {
        const contact = await changeIfMatch(asker, {
          shownBy: updateContact,
          read: () => Promise.resolve(get(id)),
          show: (record) => record,
          write: (seen, only) => {
            if (only && made.get(id) !== seen) return Promise.resolve(null);
            const next = { ...fields, id, createdAt: seen.createdAt, updatedAt: new Date().toISOString() };
            made.set(id, next);
            return Promise.resolve(next);
          },
        });
        return found(contact, 'contact', id);
      }),
    ],
  };
  return owner;
}

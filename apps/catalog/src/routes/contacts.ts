import * as contracts from '@estate/contracts';
import { found } from '@estate/errors';
import { answer, changeIfMatch, readable } from '@estate/messaging';
import { createOnce } from '@estate/persistence';
import { contactChanged } from '../announcements.ts';
import type { Deps } from '../deps.ts';
import { withStoredPhoto } from '../own-image.ts';
import { photosOf, toContact } from '../domain/contact.ts';

/** Saves a contact. */
export const createContact = (deps: Deps) =>
  answer(contracts.createContact, async (given, { accountId, ...reservation }) => {
    const { contacts, clock, newId, addresses } = deps;
    const fields = await withStoredPhoto(deps, accountId, given);
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
    return toContact(contact, addresses);
  });

/** One page of the account's contacts. */
export const listContacts = ({ contacts, addresses }: Deps) =>
  answer(contracts.listContacts, async (query, { accountId }) => {
    const { records, ...page } = await contacts.list(accountId, query);
    return { ...page, data: records.map(readable((record) => toContact(record, addresses))) };
  });

/** One contact of the account. */
export const getContact = ({ contacts, addresses }: Deps) =>
  answer(contracts.getContact, async ({ id }, { accountId }) =>
    toContact(found(await contacts.find({ accountId, id }), 'contact', id), addresses),
  );

/** Replaces a contact; the fact updates its properties. */
export const updateContact = (deps: Deps) =>
  answer(contracts.updateContact, async ({ id, ...given }, asker) => {
    const { addresses, uploads, clock } = deps;
    const key = { accountId: asker.accountId, id };
    const replaced = await changeIfMatch(asker, {
      shownBy: contracts.updateContact,
      read: async () => found(await deps.contacts.find(key), 'contact', id),
      show: (record) => toContact(record, addresses),
      write: async (present, only) => {
        const fields = await withStoredPhoto(deps, asker.accountId, given);
        // One that it no longer names is kept for as long as those of properties.
        await uploads.use({ accountId: asker.accountId, ids: photosOf(present.fields) }, clock());
        return deps.contacts.replace(
          { ...key, ...(only && { seen: present }) },
          { fields, now: clock() },
          contactChanged({ ...key, deleted: false }, deps),
        );
      },
    });
    return toContact(found(replaced, 'contact', id), addresses);
  });

/** Deletes a contact; the fact removes it from its properties. */
export const deleteContact = (deps: Deps) =>
  answer(contracts.deleteContact, async ({ id }, asker) => {
    const key = { accountId: asker.accountId, id };
    const removed = await changeIfMatch(asker, {
      shownBy: contracts.deleteContact,
      read: async () => found(await deps.contacts.find(key), 'contact', id),
      show: (record) => toContact(record, deps.addresses),
      write: (present, only) =>
        deps.contacts.remove(
          { ...key, ...(only && { seen: present }) },
          contactChanged({ ...key, deleted: true }, deps),
        ),
    });
    return toContact(found(removed, 'contact', id), deps.addresses);
  });

/** The persons whom prospects can reach. */
export const contactRoutes = (deps: Deps) => [
  createContact(deps),
  listContacts(deps),
  getContact(deps),
  updateContact(deps),
  deleteContact(deps),
];

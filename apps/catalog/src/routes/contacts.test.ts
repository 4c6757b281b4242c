import type { Contact } from '@estate/contracts';
import { NotFound } from '@estate/errors';
import type { Answer } from '@estate/messaging';
import { newId } from '@estate/persistence';
import { beforeEach, describe, expect, it } from 'vitest';
import { aContact, caller, fakeDeps } from '../../test/fakes.ts';
import type { FakeDeps } from '../../test/fakes.ts';
import { createContact, deleteContact, getContact, listContacts, updateContact } from './contacts.ts';

let deps: FakeDeps;
beforeEach(() => {
  deps = fakeDeps();
});

const ask = (to: (deps: FakeDeps) => Answer, input: unknown) =>
  to(deps).handle(input, caller) as Promise<Contact>;
const fields = { email: 'anna@example.org', lastName: 'Beispiel', title: 'Dr.' };

describe('a contact', () => {
  it('a contact is replaced as a whole, and a fact is published for its properties', async () => {
    const { id } = await ask(createContact, fields);
    const updated = await ask(updateContact, { id, email: 'berta@example.org', lastName: 'Beispiel' });
    expect(updated).toMatchObject({ id, email: 'berta@example.org' });
    expect(updated).not.toHaveProperty('title');
    expect(deps.contacts.messages).toMatchObject([{ data: { contactId: id, deleted: false } }]);
    expect(await ask(getContact, { id })).toEqual(updated);
  });

  it('a contact is gone after its delete, and a fact is published for its properties', async () => {
    const { id } = await ask(createContact, fields);
    expect(await ask(deleteContact, { id })).toMatchObject({ id });
    expect(deps.contacts.messages).toMatchObject([{ data: { contactId: id, deleted: true } }]);
    await expect(ask(getContact, { id })).rejects.toBeInstanceOf(NotFound);
    expect(await ask(listContacts, { limit: 10, order: 'asc' })).toEqual({ hasMore: false, data: [] });
  });

  it('a contact of another account is answered exactly as an unknown one, as is a text that is no id', async () => {
    const foreign = { ...aContact(), accountId: newId() };
    await deps.contacts.add(foreign);
    for (const id of [foreign.id, 'no id at all']) {
      for (const [to, more] of [
        [getContact, {}],
        [updateContact, fields],
        [deleteContact, {}],
      ] as const) {
        await expect(ask(to, { id, ...more })).rejects.toMatchObject({
          code: 'contact-not-found',
          message: `There is no contact with the id ${id}.`,
        });
      }
    }
  });
});

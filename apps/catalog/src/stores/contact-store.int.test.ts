import { newId } from '@estate/persistence';
import { eventually } from '@estate/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NOW, aContact } from '../../test/fakes.ts';
import { openTestStores } from '../../test/open-test-stores.ts';
import type { TestStores } from '../../test/open-test-stores.ts';
import { contactChanged } from '../announcements.ts';

const origin = { clock: () => NOW, newId };

let stores: TestStores;
beforeAll(async () => {
  stores = await openTestStores();
});
afterAll(() => stores.close());

describe('the stored contacts', () => {
  it('the stored contacts come back as they were saved, for their account only', async () => {
    const contact = aContact();
    await stores.contacts.add(contact);
    expect(await stores.contacts.find(contact)).toEqual(contact);
    expect(await stores.contacts.find({ ...contact, accountId: newId() })).toBeNull();
    const list = await stores.contacts.list(contact.accountId, { limit: 10, order: 'desc' });
    expect(list.records[0]).toEqual(contact);
  });

  it('the stored contacts are replaced as a whole, and the change is published', async () => {
    const contact = aContact();
    await stores.contacts.add(contact);
    const changed = contactChanged({ ...contact, deleted: false }, origin);
    const fields = { email: 'berta@example.org', lastName: 'B' };
    expect(await stores.contacts.replace(contact, { fields, now: NOW }, changed)).toEqual({
      ...contact,
      fields,
      revision: 2,
      updatedAt: NOW,
    });
    await eventually(() => expect(stores.bus.published).toContainEqual(changed));
  });

  it('the stored contacts are gone at once when deleted, and from the database once the deletion is published', async () => {
    const contact = aContact();
    await stores.contacts.add(contact);
    const deleted = contactChanged({ ...contact, deleted: true }, origin);
    expect(await stores.contacts.remove(contact, deleted)).toEqual(contact);
    expect(await stores.contacts.find(contact)).toBeNull();
    expect(await stores.contacts.remove(contact, deleted)).toBeNull();
    await eventually(async () => {
      expect(stores.bus.published).toContainEqual(deleted);
      expect(
        await stores.database.db.collection<{ _id: string }>('contacts').countDocuments({ _id: contact.id }),
      ).toBe(0);
    });
  });
});

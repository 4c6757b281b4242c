import type { PropertyQuery } from '@estate/contracts';
import { newId } from '@estate/persistence';
import { eventually } from '@estate/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACCOUNT, NOW, SILENTLY, aProperty } from '../../test/fakes.ts';
import { openTestStores } from '../../test/open-test-stores.ts';
import type { TestStores } from '../../test/open-test-stores.ts';
import { propertyChanged, propertyDeleted } from '../announcements.ts';
import { replaced } from '../domain/property.ts';
import type { PropertyRecord } from '../domain/property.ts';
import { DELETE_MARK_MS } from './property-store.ts';

const origin = { clock: () => NOW, newId };
const STORED = {
  url: 'https://example.org/a',
  sha256: 'a'.repeat(64),
  size: 3,
  mediaType: 'image/png' as const,
};
const after = (ms: number) => new Date(NOW.getTime() + ms);

let stores: TestStores;
beforeAll(async () => {
  stores = await openTestStores();
});
afterAll(() => stores.close());

async function saved(changes: Partial<PropertyRecord> = {}): Promise<PropertyRecord> {
  const record = aProperty(changes);
  await stores.properties.add(record, SILENTLY);
  return record;
}

describe('the stored properties', () => {
  it('the stored properties come back as they were saved', async () => {
    const record = await saved({ contactId: newId(), links: [{ url: 'https://example.org/tour' }] });
    expect(await stores.properties.find(record)).toEqual(record);
  });

  it('properties that are processed and have another revision than the given one are found, of any account', async () => {
    const processed = { processingStatus: 'successful' as const, revision: 3 };
    const other = await saved({ ...processed, accountId: newId() });
    const same = await saved(processed);
    const pending = await saved({ revision: 3, processingStatus: 'pending' });
    const revisions = new Map([
      [other.id, 2],
      [same.id, 3],
      [pending.id, 2],
      [newId(), 1],
    ]);
    expect((await stores.propertyRevisions.others(revisions)).map(({ id }) => id)).toEqual([other.id]);
  });

  it('the stored properties have an external id once an account', async () => {
    const { externalId } = await saved();
    expect(await stores.properties.add(aProperty({ externalId }), SILENTLY)).toBe(false);
    expect(await stores.properties.add(aProperty({ externalId, accountId: newId() }), SILENTLY)).toBe(true);
  });

  it('the stored properties are found by an external id without the blanks at its ends when one alone can be meant', async () => {
    const accountId = newId();
    const blanks = [' ', '\n', '\t\r', '\u00a0', '\u3000', '\ufeff'];
    const ids = blanks.flatMap((blank, n) => [`${blank}A${n}`, `B${n}${blank}`, `${blank}C ${n}${blank}`]);
    const found: (string | null)[] = [];
    const made: string[] = [];
    for (const externalId of [...ids, 'A', 'B', 'A0b', 'B0-1', 'C', ' C']) {
      const { id } = await saved({ accountId, externalId });
      if (ids.includes(externalId)) made.push(id);
    }
    const find = async (externalId: string, account = accountId) =>
      (await stores.properties.ofTrimmedExternalId(account, externalId))?.propertyId ?? null;
    for (const externalId of ids) found.push(await find(externalId.trim()));
    expect(found).toEqual(made);
    expect(await find(' A0 ')).toBe(made[0]);
    // Two properties, one exactly and one with a blank.
    expect(await find('C')).toBeNull();
    expect(await find('A0', newId())).toBeNull();
    expect([await find('0'), await find('  ')]).toEqual([null, null]);
  });

  it('the stored properties are listed by account, page by page', async () => {
    const accountId = newId();
    const all = [];
    for (let n = 0; n < 3; n += 1) all.push((await saved({ accountId })).id);
    const first = await stores.properties.list(accountId, { limit: 2, order: 'asc' });
    expect(first).toMatchObject({ hasMore: true, records: [{ id: all[0] }, { id: all[1] }] });
    const rest = await stores.properties.list(accountId, { limit: 2, order: 'asc', startAfter: all[1] });
    expect(rest).toMatchObject({ hasMore: false, records: [{ id: all[2] }] });
  });

  it('the stored properties are listed by type and by deal, page by page', async () => {
    const accountId = newId();
    const types = ['houseBuy', 'apartmentRent', 'houseBuy', 'plotRent', 'apartmentBuy', 'houseBuy'] as const;
    const all: string[] = [];
    for (const type of types) all.push((await saved({ accountId, type })).id);
    const listed = async (query: Omit<PropertyQuery, 'limit' | 'order'>) => {
      const page = { limit: 2, order: 'desc' as const, ...query };
      const { hasMore, records } = await stores.properties.list(accountId, page);
      return { hasMore, at: records.map(({ id }) => all.indexOf(id)) };
    };
    expect(await listed({ type: 'houseBuy' })).toEqual({ hasMore: true, at: [5, 2] });
    expect(await listed({ type: 'houseBuy', startAfter: all[2] })).toEqual({ hasMore: false, at: [0] });
    expect(await listed({ deal: 'rent' })).toEqual({ hasMore: false, at: [3, 1] });
    expect(await listed({ deal: 'sale', startAfter: all[4] })).toEqual({ hasMore: false, at: [2, 0] });
    expect(await listed({ deal: 'sale', type: 'houseBuy' })).toEqual({ hasMore: true, at: [5, 2] });
    expect(await listed({ deal: 'rent', type: 'houseBuy' })).toEqual({ hasMore: false, at: [] });
  });

  it('the stored properties lose on replacing what the new content leaves out', async () => {
    const contact = { contactId: newId(), contactRevision: 3 };
    const record = await saved({ ...contact, processingStatus: 'failed', stored: [STORED] });
    const content = { fields: record.fields, attachments: [], links: [] };
    const next = replaced(record, content, after(1));
    expect(await stores.properties.replace({ ...record, accountId: newId() }, next, SILENTLY)).toBeNull();
    expect(await stores.properties.replace(record, next, SILENTLY)).toEqual(next);
    expect(await stores.properties.find(record)).toEqual(next);
    expect(next).toMatchObject({ processingStatus: 'successful', revision: 2, stored: [] });
    expect(next).not.toHaveProperty('contactId');
    expect(await stores.properties.replace(record, next, SILENTLY)).toBeNull();
  });

  it('publish the messages that they are saved with', async () => {
    const record = aProperty({ processingStatus: 'successful' });
    const messages = [propertyChanged(record, origin)];
    await stores.properties.add(record, { ...SILENTLY, messages });
    await eventually(() => expect(stores.bus.published).toContainEqual(messages[0]));
    expect(await stores.queue.claimDue({ owner: 'test', leaseMs: 1000, now: new Date() })).not.toMatchObject({
      record,
    });
  });
});

describe('a delete', () => {
  it('a delete closes the property for listings while it lasts', async () => {
    const record = await saved();
    expect(await stores.properties.findOpen(record, NOW)).toMatchObject({ id: record.id });
    expect(await stores.properties.markDeleting(record, { token: 'a', now: NOW })).toMatchObject({
      id: record.id,
    });
    expect(await stores.properties.findOpen(record, NOW)).toBeNull();
    await stores.properties.unmarkDeleting(record, 'b');
    expect(await stores.properties.findOpen(record, NOW)).toBeNull();
    await stores.properties.unmarkDeleting(record, 'a');
    expect(await stores.properties.findOpen(record, NOW)).toMatchObject({ id: record.id });
    expect(
      await stores.properties.markDeleting({ accountId: ACCOUNT, id: newId() }, { token: 'a', now: NOW }),
    ).toBeNull();
  });

  it('a delete that took too long cannot end once the property was reported as open to a listing', async () => {
    const record = await saved();
    await stores.properties.markDeleting(record, { token: 'slow', now: NOW });
    expect(await stores.properties.findOpen(record, after(DELETE_MARK_MS))).toMatchObject({ id: record.id });
    expect(await stores.properties.remove(record, 'slow', propertyDeleted(record, origin))).toBe(false);
    expect(await stores.properties.find(record)).not.toBeNull();
  });

  it('a delete is replaced at once by the next one and cannot remove the property any more', async () => {
    const record = await saved();
    await stores.properties.markDeleting(record, { token: 'crashed', now: NOW });
    const next = { token: 'next', now: NOW };
    expect(await stores.properties.markDeleting(record, next)).toMatchObject({ id: record.id });
    await stores.properties.unmarkDeleting(record, 'crashed');
    expect(await stores.properties.findOpen(record, NOW)).toBeNull();
    expect(await stores.properties.remove(record, 'crashed', propertyDeleted(record, origin))).toBe(false);
    expect(await stores.properties.remove(record, 'next', propertyDeleted(record, origin))).toBe(true);
  });

  it('a delete hides the property at once, frees its external id, is published, and removes the document', async () => {
    const record = await saved();
    const deleted = propertyDeleted(record, origin);
    await stores.properties.markDeleting(record, { token: 'a', now: NOW });
    expect(await stores.properties.remove(record, 'a', deleted)).toBe(true);
    expect(await stores.properties.find(record)).toBeNull();
    expect(await stores.properties.findOpen(record, NOW)).toBeNull();
    expect(await stores.properties.add(aProperty({ externalId: record.externalId }), SILENTLY)).toBe(true);
    await eventually(async () => {
      expect(stores.bus.published).toContainEqual(deleted);
      const documents = stores.database.db.collection<{ _id: string }>('properties');
      expect(await documents.countDocuments({ _id: record.id })).toBe(0);
    });
  });
});

describe('a change of a contact', () => {
  const follow = (contactId: string, revision?: number) =>
    stores.properties.followContact(
      { accountId: ACCOUNT, contactId, now: NOW, ...(revision !== undefined && { revision }) },
      (next) => propertyChanged(next, origin),
    );
  const messagesOf = (id: string) =>
    stores.bus.published.filter(({ data }) => (data as { propertyId: string }).propertyId === id);

  it('a change of a contact reaches each property once, and is published for those that are not being processed', async () => {
    const contact = { contactId: newId(), contactRevision: 1 };
    const ended = await saved({ ...contact, processingStatus: 'successful' });
    const pending = await saved(contact);
    const newer = await saved({ ...contact, contactRevision: 2, processingStatus: 'successful' });
    const other = await saved();
    await follow(contact.contactId, 2);
    await follow(contact.contactId, 2);
    await follow(contact.contactId, 1);
    expect(await stores.properties.find(ended)).toMatchObject({
      revision: 2,
      contactRevision: 2,
      processingStatus: 'successful',
    });
    expect(await stores.properties.find(pending)).toMatchObject({ revision: 2 });
    expect(await stores.properties.find(newer)).toMatchObject({ revision: 1 });
    expect(await stores.properties.find(other)).toMatchObject({ revision: 1 });
    await eventually(() => expect(messagesOf(ended.id)).toMatchObject([{ data: { revision: 2 } }]));
    expect(messagesOf(pending.id)).toEqual([]);
  });

  it('a change of a contact that is interrupted continues where it ended, so that 150 properties are published exactly once', async () => {
    const contact = { contactId: newId(), contactRevision: 1, processingStatus: 'successful' as const };
    const all: PropertyRecord[] = [];
    while (all.length < 150)
      all.push(...(await Promise.all(Array.from({ length: 10 }, () => saved(contact)))));
    let left = 60;
    const cutOff = stores.properties.followContact(
      { accountId: ACCOUNT, contactId: contact.contactId, revision: 2, now: NOW },
      (next) => {
        if ((left -= 1) < 0) throw new Error('killed');
        return propertyChanged(next, origin);
      },
    );
    await expect(cutOff).rejects.toThrow('killed');
    await Promise.all([follow(contact.contactId, 2), follow(contact.contactId, 2)]);
    await eventually(() => {
      const times = all.map(({ id }) => messagesOf(id).length);
      expect(times).toEqual(all.map(() => 1));
    });
  });

  it('a change of a contact that is its end is forgotten by every property', async () => {
    const contactId = newId();
    const record = await saved({ contactId, contactRevision: 7, processingStatus: 'successful' });
    await follow(contactId);
    const after = await stores.properties.find(record);
    expect(after).not.toHaveProperty('contactId');
    expect(after).not.toHaveProperty('contactRevision');
  });
});

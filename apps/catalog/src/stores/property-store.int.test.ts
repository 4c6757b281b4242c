import { newId } from '@estate/persistence';
import { eventually } from '@estate/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACCOUNT, NOW, aProperty } from '../../test/fakes.ts';
import { openTestStores } from '../../test/open-test-stores.ts';
import type { TestStores } from '../../test/open-test-stores.ts';
import { propertyChanged, propertyDeleted } from '../announcements.ts';
import type { PropertyRecord } from '../domain/property.ts';
import { DELETE_MARK_MS } from './property-store.ts';

const trace = { requestId: 'req-test-0001' };
const origin = { clock: () => NOW, newId };
const after = (ms: number) => new Date(NOW.getTime() + ms);

let stores: TestStores;
beforeAll(async () => {
  stores = await openTestStores();
});
afterAll(() => stores.close());

async function saved(changes: Partial<PropertyRecord> = {}): Promise<PropertyRecord> {
  const record = aProperty(changes);
  await stores.properties.add(record, trace);
  return record;
}

describe('the stored properties', () => {
  it('come back as they were saved', async () => {
    const record = await saved({ contactId: newId(), links: [{ url: 'https://example.org/tour' }] });
    expect(await stores.properties.find(record)).toEqual(record);
  });

  it('have an external id once an account', async () => {
    const { externalId } = await saved();
    expect(await stores.properties.add(aProperty({ externalId }), trace)).toBe(false);
    expect(await stores.properties.add(aProperty({ externalId, accountId: newId() }), trace)).toBe(true);
  });

  it('are listed by account, page by page', async () => {
    const accountId = newId();
    const all = [];
    for (let n = 0; n < 3; n += 1) all.push((await saved({ accountId })).id);
    const first = await stores.properties.list(accountId, { limit: 2, order: 'asc' });
    expect(first).toMatchObject({ hasMore: true, records: [{ id: all[0] }, { id: all[1] }] });
    const rest = await stores.properties.list(accountId, { limit: 2, order: 'asc', startAfter: all[1] });
    expect(rest).toMatchObject({ hasMore: false, records: [{ id: all[2] }] });
  });

  it('lose on replacing what the new content leaves out', async () => {
    const record = await saved({ contactId: newId(), processingStatus: 'failed' });
    const content = { fields: record.fields, attachments: [], links: [] };
    const next = await stores.properties.replace(record, content, { now: after(1), trace });
    expect(next).toMatchObject({ processingStatus: 'pending', revision: 2, updatedAt: after(1) });
    expect(next).not.toHaveProperty('contactId');
    expect(
      await stores.properties.replace({ ...record, accountId: newId() }, content, { now: NOW, trace }),
    ).toBeNull();
  });
});

describe('a delete', () => {
  it('is one at a time, closed for listings while it lasts', async () => {
    const record = await saved();
    expect(await stores.properties.isOpen(record, NOW)).toBe(true);
    expect(await stores.properties.markDeleting(record, { token: 'a', now: NOW })).toMatchObject({
      id: record.id,
    });
    expect(await stores.properties.markDeleting(record, { token: 'b', now: NOW })).toBe('busy');
    expect(await stores.properties.isOpen(record, NOW)).toBe(false);
    await stores.properties.unmarkDeleting(record, 'b');
    expect(await stores.properties.isOpen(record, NOW)).toBe(false);
    await stores.properties.unmarkDeleting(record, 'a');
    expect(await stores.properties.isOpen(record, NOW)).toBe(true);
    expect(
      await stores.properties.markDeleting({ accountId: ACCOUNT, id: newId() }, { token: 'a', now: NOW }),
    ).toBeNull();
  });

  it('that took too long cannot end once a listing was told that the property is open', async () => {
    const record = await saved();
    await stores.properties.markDeleting(record, { token: 'slow', now: NOW });
    expect(await stores.properties.isOpen(record, after(DELETE_MARK_MS))).toBe(true);
    expect(await stores.properties.remove(record, 'slow', propertyDeleted(record, origin))).toBe(false);
    expect(await stores.properties.find(record)).not.toBeNull();
  });

  it('that was given up can be taken over by the next', async () => {
    const record = await saved();
    await stores.properties.markDeleting(record, { token: 'crashed', now: NOW });
    const next = { token: 'next', now: after(DELETE_MARK_MS) };
    expect(await stores.properties.markDeleting(record, next)).toMatchObject({ id: record.id });
    expect(await stores.properties.remove(record, 'crashed', propertyDeleted(record, origin))).toBe(false);
    expect(await stores.properties.remove(record, 'next', propertyDeleted(record, origin))).toBe(true);
  });

  it('hides the property at once, frees its external id, tells it and removes the document', async () => {
    const record = await saved();
    const told = propertyDeleted(record, origin);
    await stores.properties.markDeleting(record, { token: 'a', now: NOW });
    expect(await stores.properties.remove(record, 'a', told)).toBe(true);
    expect(await stores.properties.find(record)).toBeNull();
    expect(await stores.properties.isOpen(record, NOW)).toBe(false);
    expect(await stores.properties.add(aProperty({ externalId: record.externalId }), trace)).toBe(true);
    await eventually(async () => {
      expect(stores.bus.published).toContainEqual(told);
      const documents = stores.database.db.collection<{ _id: string }>('properties');
      expect(await documents.countDocuments({ _id: record.id })).toBe(0);
    });
  });
});

describe('a change of a contact', () => {
  const follow = (contactId: string, deleted: boolean, messageId = newId()) =>
    stores.properties.followContact({ accountId: ACCOUNT, contactId, deleted, messageId, now: NOW }, (next) =>
      propertyChanged({ ...next, propertyId: next.id }, origin),
    );

  it('reaches each property once a message, and is told of those that are not being processed', async () => {
    const contactId = newId();
    const ended = await saved({ contactId, processingStatus: 'successful' });
    const pending = await saved({ contactId });
    const other = await saved();
    const messageId = newId();
    await follow(contactId, false, messageId);
    await follow(contactId, false, messageId);
    expect(await stores.properties.find(ended)).toMatchObject({
      revision: 2,
      processingStatus: 'successful',
    });
    expect(await stores.properties.find(pending)).toMatchObject({ revision: 2 });
    expect(await stores.properties.find(other)).toMatchObject({ revision: 1 });
    await eventually(() => {
      const of = (id: string) =>
        stores.bus.published.filter(({ data }) => (data as { propertyId: string }).propertyId === id);
      expect(of(ended.id)).toMatchObject([{ data: { revision: 2 } }]);
      expect(of(pending.id)).toEqual([]);
    });
  });

  it('that is its end is forgotten by every property', async () => {
    const contactId = newId();
    const record = await saved({ contactId, processingStatus: 'successful' });
    await follow(contactId, true);
    expect(await stores.properties.find(record)).not.toHaveProperty('contactId');
  });
});

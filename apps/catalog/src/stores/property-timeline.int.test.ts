import { countListings, listCatalogTimeline } from '@estate/contracts';
import type { Property, TimelineEntry, TimelinePart } from '@estate/contracts';
import type { Answer } from '@estate/messaging';
import { withTrace } from '@estate/observability';
import { newId } from '@estate/persistence';
import { eventually } from '@estate/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { NO_UPLOADS, aProperty, caller } from '../../test/fakes.ts';
import { openTestStores } from '../../test/open-test-stores.ts';
import type { TestStores } from '../../test/open-test-stores.ts';
import type { Deps } from '../deps.ts';
import { followContact } from '../follow-contact.ts';
import { onPropertyDeleted } from '../handlers/on-property-deleted.ts';
import { createContact, deleteContact } from '../routes/contacts.ts';
import { createProperty, deleteProperty, listTimeline, updateProperty } from '../routes/properties.ts';
import type { PropertyDoc } from './property-document.ts';

let stores: TestStores;
let deps: Deps;
let now = Date.parse('2026-11-01T08:30:00.000Z');
let property: Property;
beforeAll(async () => {
  stores = await openTestStores();
  stores.bus.answer(countListings, () => Promise.resolve({ count: 0 }));
  const idle = {
    wakeProcessing: () => undefined,
    smallerImages: { find: () => Promise.reject(new Error('no image is made here')) },
  };
  deps = { ...stores, ...NO_UPLOADS, clock: () => new Date((now += 1000)), newId, ...idle };
});
afterAll(() => stores.close());
beforeEach(async () => {
  property = await ask(createProperty, input);
});

const { type, fields } = aProperty();
const input = { type, fields };
const ask = <T>(to: (of: Deps) => Answer, given: unknown, by = caller) =>
  to(deps).handle(given, by) as Promise<T>;
const docs = () => stores.database.db.collection<PropertyDoc>('properties');
const kept = () => stores.database.db.collection<{ _id: string; propertyId: string }>('timeline');
const update = (changes: object = {}, id = property.id) =>
  ask<Property>(updateProperty, { id, fields, ...changes });

async function timeline(id = property.id, limit = 100): Promise<TimelineEntry[]> {
  const entries: TimelineEntry[] = [];
  for (let startAfter: string | undefined, more = true; more;) {
    const query = listCatalogTimeline.input.parse({ propertyId: id, limit, startAfter });
    const page = await ask<TimelinePart>(listTimeline, query);
    entries.push(...page.data);
    startAfter = entries.at(-1)?.id;
    more = page.hasMore;
  }
  return entries.toReversed();
}

const kinds = (entries: readonly TimelineEntry[]) => entries.map(({ kind }) => kind);

describe('the timeline of a property', () => {
  it('the timeline of a property has each change, with what is different and who made it', async () => {
    const actor = { kind: 'dashboard', id: newId(), name: 'Support' };
    await withTrace({ requestId: 'req-update', actor }, () =>
      ask(updateProperty, {
        id: property.id,
        fields: { ...fields, title: 'Another title' },
        links: [{ url: 'https://example.org/tour' }],
      }),
    );
    await update({
      fields: { ...fields, title: 'Another title' },
      links: [{ url: 'https://example.org/tour' }],
    });
    const all = await timeline();
    expect(all).toMatchObject([
      { kind: 'property_created', propertyId: property.id, revision: 1 },
      { kind: 'property_updated', revision: 2, changed: ['fields.title', 'links'], actor },
      { kind: 'property_updated', revision: 3, changed: [] },
    ]);
    expect(all[2]).not.toHaveProperty('actor');
    expect(await timeline(property.id, 1)).toEqual(all);
  });

  it('a contact that is deleted changes the timeline of its properties', async () => {
    const contact = await ask<{ id: string }>(createContact, {
      lastName: 'Beispiel',
      email: 'anna@example.org',
    });
    await update({ contactId: contact.id });
    await ask(deleteContact, { id: contact.id });
    await followContact(deps, { accountId: caller.accountId, contactId: contact.id });
    expect((await timeline()).slice(1)).toMatchObject([{ changed: ['contact'] }, { changed: ['contact'] }]);
  });

  it('more changes than the document of a property holds stay in its timeline', async () => {
    for (let times = 0; times < 90; times += 1) await update();
    expect((await docs().findOne({ _id: property.id }))?.history?.length).toBeLessThanOrEqual(40);
    const all = await timeline(property.id, 9);
    expect(all).toHaveLength(91);
    expect(all.slice(1).map((entry) => 'revision' in entry && entry.revision)).toEqual(
      Array.from({ length: 90 }, (_, n) => n + 2),
    );
  });

  it('changes that were copied by a process that crashed before it removed them appear once', async () => {
    for (let times = 0; times < 5; times += 1) await update();
    const doc = await docs().findOne({ _id: property.id });
    await stores.timeline.keep(doc!);
    expect(await timeline(property.id, 2)).toHaveLength(6);
    await update();
    expect(await timeline(property.id, 4)).toHaveLength(7);
  });

  it('a property that is older than its timeline begins with its creation', async () => {
    await docs().updateOne({ _id: property.id }, { $unset: { history: '' } });
    await update();
    expect(await timeline()).toMatchObject([
      { kind: 'property_created', at: property.createdAt },
      { kind: 'property_updated' },
    ]);
    await ask(deleteProperty, { id: property.id });
    expect(kinds(await timeline())).toEqual(['property_created', 'property_updated', 'property_deleted']);
  });

  it('a timeline of another account, or of nothing, is not known', async () => {
    const query = listCatalogTimeline.input.parse({ propertyId: property.id });
    const other = { ...caller, accountId: newId() };
    expect(await ask(listTimeline, query, other)).toEqual({ hasMore: false, data: [], isKnown: false });
    const nothing = listCatalogTimeline.input.parse({ propertyId: newId() });
    expect(await ask(listTimeline, nothing)).toMatchObject({ isKnown: false });
  });
});

describe('the timeline of a deleted property', () => {
  it('the timeline of a deleted property stays, with the deletion once', async () => {
    await update();
    await ask(deleteProperty, { id: property.id });
    const [deleted] = stores.bus.published
      .filter(({ subject }) => subject.includes('property.deleted'))
      .slice(-1);
    const gone = async () => (await docs().findOne({ _id: property.id })) === null;
    await eventually(async () => expect(await gone()).toBe(true));
    const all = await timeline(property.id, 1);
    expect(kinds(all)).toEqual(['property_created', 'property_updated', 'property_deleted']);
    expect(deleted).toBeDefined();
  });

  it('a deletion whose call crashed before it was recorded is recorded by its message, once', async () => {
    await ask(deleteProperty, { id: property.id });
    await kept().deleteOne({ propertyId: property.id, _id: (await timeline()).at(-1)!.id });
    expect(kinds(await timeline())).toEqual(['property_created']);
    const published = () =>
      stores.bus.published.find(
        ({ subject, data }) =>
          subject.includes('property.deleted') && (data as { propertyId: string }).propertyId === property.id,
      );
    await eventually(() => expect(published()).toBeDefined());
    const { traceparent: _trace, ...message } = published()!;
    const context = { signal: new AbortController().signal } as never;
    for (let times = 0; times < 2; times += 1) {
      await onPropertyDeleted(deps).handle({ ...message, attempt: 1 }, context);
    }
    const all = await timeline();
    expect(kinds(all)).toEqual(['property_created', 'property_deleted']);
    expect(all.at(-1)?.at).toBe(message.at.toISOString());
  });

  it('a change between the copy and the deletion of a property is not lost', async () => {
    const { timeline: real } = stores;
    let interrupted = false;
    const properties = new (stores.properties.constructor as unknown as new (
      ...given: unknown[]
    ) => typeof stores.properties)(
      docs(),
      { sent: () => undefined },
      {
        makeRoom: (id: string) => real.makeRoom(id),
        keep: async (doc: PropertyDoc) => {
          await real.keep(doc);
          if (!interrupted) {
            interrupted = true;
            await update();
          }
        },
      },
    );
    const removing = deleteProperty({ ...deps, properties });
    await removing.handle({ id: property.id }, caller);
    await docs().deleteOne({ _id: property.id });
    expect(kinds(await timeline()).toSorted()).toEqual([
      'property_created',
      'property_deleted',
      'property_updated',
    ]);
  });
});

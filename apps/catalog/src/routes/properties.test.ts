import { countListings } from '@estate/contracts';
import type { Property } from '@estate/contracts';
import { Conflict, InvalidInput, NotFound, Unavailable } from '@estate/errors';
import type { Answer } from '@estate/messaging';
import { EXAMPLE_FIELDS } from '@estate/contracts/examples';
import { newId } from '@estate/persistence';
import { beforeEach, describe, expect, it } from 'vitest';
import { ACCOUNT, SILENTLY, aContact, aProperty, caller, fakeDeps } from '../../test/fakes.ts';
import type { FakeDeps } from '../../test/fakes.ts';
import { generatedExternalIds } from '../domain/property.ts';
import { checkProperty, getPropertySnapshot } from './property-questions.ts';
import { createProperty, deleteProperty, getProperty, listProperties, updateProperty } from './properties.ts';

let deps: FakeDeps;
beforeEach(() => {
  deps = fakeDeps();
});

const ask = (to: (deps: FakeDeps) => Answer, input: unknown, by = caller) =>
  to(deps).handle(input, by) as Promise<Property>;
const attachments = [{ url: 'https://example.org/a.jpg' }];
const input = () => ({ type: 'apartmentBuy', fields: aProperty().fields });
const answerCount = (count: number) => deps.bus.answer(countListings, () => Promise.resolve({ count }));

describe('creating a property', () => {
  it('creating a property with attachments saves it as pending and wakes the processing', async () => {
    const property = await ask(createProperty, { ...input(), attachments });
    expect(property).toMatchObject({ processingStatus: 'pending', attachments, links: [] });
    expect(property.externalId).toBe(generatedExternalIds(property.id)[0]);
    expect(deps.bus.wakes).toMatchObject([{ data: { propertyId: property.id } }]);
    expect(deps.properties.messages).toEqual([]);
  });

  it('a new property without attachments is processed with the write, and publishes its event but no fact', async () => {
    const property = await ask(createProperty, input());
    expect(property).toMatchObject({ processingStatus: 'successful', attachments: [] });
    expect(deps.bus.wakes).toEqual([]);
    expect(deps.properties.messages).toMatchObject([
      { subject: 'event.property.processing_succeeded', data: property },
    ]);
    expect(deps.properties.messages).toHaveLength(1);
  });

  it('creating a property takes a longer external id when the generated one is taken', async () => {
    const id = newId();
    const [short, longer] = generatedExternalIds(id);
    await deps.properties.add(aProperty({ externalId: short ?? '' }), SILENTLY);
    deps.newId = () => id;
    expect((await ask(createProperty, input())).externalId).toBe(longer);
  });

  it('creating a property refuses a taken external id and names the property that has it', async () => {
    const first = await ask(createProperty, { ...input(), externalId: 'A-1' });
    const second = ask(createProperty, { ...input(), externalId: 'A-1' });
    await expect(second).rejects.toMatchObject({
      code: 'external-id-taken',
      problems: [{ path: 'externalId' }],
    });
    await expect(second).rejects.toThrow(first.id);
  });

  it('creating a property refuses a contact that the account does not have', async () => {
    const foreign = { ...aContact(), accountId: newId() };
    await deps.contacts.add(foreign);
    const creating = ask(createProperty, { ...input(), contactId: foreign.id });
    await expect(creating).rejects.toMatchObject({
      code: 'contact-unknown',
      problems: [{ path: 'contactId' }],
    });
  });

  it('creating a property drops a contact that is deleted while the property is saved', async () => {
    const contact = aContact();
    await deps.contacts.add(contact);
    const add = deps.properties.add.bind(deps.properties);
    deps.properties.add = (record, reason) => {
      deps.contacts.rows.clear();
      return add(record, reason);
    };
    expect(await ask(createProperty, { ...input(), contactId: contact.id })).not.toHaveProperty('contactId');
  });
});

describe('a property', () => {
  it('a property of another account is answered exactly as an unknown one', async () => {
    const foreign = aProperty({ accountId: newId() });
    await deps.properties.add(foreign, SILENTLY);
    const rest = { fields: foreign.fields };
    for (const [to, more] of [
      [getProperty, {}],
      [updateProperty, rest],
      [deleteProperty, {}],
    ] as const) {
      for (const id of [foreign.id, newId(), 'no id at all']) {
        const error = await ask(to, { id, ...more }).catch((thrown: unknown) => thrown);
        expect(error).toBeInstanceOf(NotFound);
        expect(error).toMatchObject({
          code: 'property-not-found',
          message: `There is no property with the id ${id}.`,
        });
      }
    }
    expect(await ask(listProperties, { limit: 10, order: 'asc' })).toEqual({ hasMore: false, data: [] });
    expect(await ask(checkProperty, { propertyId: foreign.id })).toEqual({ exists: false });
  });

  it('what was published of a property whose attachments are removed counts as put just now, because a publication on its way may read it', async () => {
    const renditions = [{ key: 'k', sha256: 'c'.repeat(64), size: 5, mediaType: 'image/png' as const }];
    const record = aProperty({ processingStatus: 'successful', renditions });
    await deps.properties.add(record, SILENTLY);
    const used: string[] = [];
    deps.bytes.touchAll = (names) => (used.push(...names), Promise.resolve(new Set(names)));
    await ask(updateProperty, { id: record.id, fields: record.fields });
    expect(used).toEqual(['c'.repeat(64)]);
  });

  it('a property is pending again after an update, in a new revision', async () => {
    const record = aProperty({ processingStatus: 'successful', externalId: 'A-1' });
    await deps.properties.add(record, SILENTLY);
    const fields = { ...record.fields, title: 'New' };
    const update = { id: record.id, externalId: 'A-1', fields };
    expect(await ask(updateProperty, { ...update, attachments })).toMatchObject({
      processingStatus: 'pending',
      fields: { title: 'New' },
    });
    expect(deps.properties.rows.get(record.id)?.revision).toBe(2);
    expect(deps.bus.wakes).toHaveLength(1);
    expect(await ask(updateProperty, update)).toMatchObject({ processingStatus: 'successful' });
    const summary = { externalId: 'A-1', title: 'New', type: record.type };
    expect(deps.properties.messages).toMatchObject([
      {},
      { data: { propertyId: record.id, revision: 3, summary } },
    ]);
    expect(deps.bus.wakes).toHaveLength(1);
    await expect(ask(updateProperty, { id: record.id, externalId: 'A-2', fields })).rejects.toBeInstanceOf(
      InvalidInput,
    );
  });

  it('a property takes an update although another writer came between, on top of what that wrote', async () => {
    const record = aProperty({ processingStatus: 'successful' });
    await deps.properties.add(record, SILENTLY);
    const replace = deps.properties.replace.bind(deps.properties);
    deps.properties.replace = (...args) => {
      deps.properties.replace = replace;
      const row = deps.properties.rows.get(record.id);
      if (row) row.revision += 1;
      return replace(...args);
    };
    const fields = { ...record.fields, title: 'New' };
    expect(await ask(updateProperty, { id: record.id, fields })).toMatchObject({ fields: { title: 'New' } });
    expect(deps.properties.rows.get(record.id)?.revision).toBe(3);
    expect(deps.properties.messages).toMatchObject([{}, { data: { revision: 3 } }]);
  });

  it('a property is handed out for publishing without a contact that is gone', async () => {
    const record = aProperty({ contactId: newId() });
    await deps.properties.add(record, SILENTLY);
    expect(await ask(getPropertySnapshot, { propertyId: record.id })).not.toHaveProperty('contact');
  });
});

describe('deleting a property', () => {
  it('deleting a property is refused while it has listings, and leaves it open for further ones', async () => {
    const { id } = await ask(createProperty, input());
    answerCount(2);
    await expect(ask(deleteProperty, { id })).rejects.toMatchObject({
      code: 'property-has-listings',
      message: 'The property still has 2 listings. Delete them first.',
    });
    const { externalId } = deps.properties.rows.get(id)!;
    expect(await ask(checkProperty, { propertyId: id })).toEqual({
      exists: true,
      revision: 1,
      summary: {
        externalId,
        title: EXAMPLE_FIELDS.title,
        city: EXAMPLE_FIELDS.address.city,
        type: 'apartmentBuy',
      },
    });
  });

  it('deleting a property shows its mark to a listing that is made while it looks', async () => {
    const { id } = await ask(createProperty, input());
    let seen: unknown;
    deps.bus.answer(countListings, async () => {
      seen = await ask(checkProperty, { propertyId: id });
      return { count: 0 };
    });
    expect(await ask(deleteProperty, { id })).toMatchObject({ id });
    expect(seen).toEqual({ exists: false });
    expect(deps.properties.messages.at(-1)).toMatchObject({
      subject: 'fact.catalog.property.deleted.v1',
      accountId: ACCOUNT,
    });
    await expect(ask(getProperty, { id })).rejects.toBeInstanceOf(NotFound);
  });

  it('deleting a property is undone when it is unknown whether it has listings', async () => {
    const { id } = await ask(createProperty, input());
    await expect(ask(deleteProperty, { id })).rejects.toBeInstanceOf(Unavailable);
    expect(await ask(checkProperty, { propertyId: id })).toMatchObject({ exists: true });
  });

  it('deleting a property succeeds at once after a delete whose mark could not be removed', async () => {
    const { id } = await ask(createProperty, input());
    const unmark = deps.properties.unmarkDeleting.bind(deps.properties);
    deps.properties.unmarkDeleting = () => {
      deps.properties.unmarkDeleting = unmark;
      return Promise.reject(new Unavailable('the database'));
    };
    await expect(ask(deleteProperty, { id })).rejects.toBeInstanceOf(Unavailable);
    answerCount(0);
    expect(await ask(deleteProperty, { id })).toMatchObject({ id });
    await expect(ask(getProperty, { id })).rejects.toBeInstanceOf(NotFound);
  });

  it('deleting a property loses to a later delete of the same property that ends before it', async () => {
    const { id } = await ask(createProperty, input());
    deps.bus.answer(countListings, async () => {
      answerCount(0);
      await ask(deleteProperty, { id });
      return { count: 0 };
    });
    await expect(ask(deleteProperty, { id })).rejects.toBeInstanceOf(Conflict);
    await expect(ask(getProperty, { id })).rejects.toBeInstanceOf(NotFound);
    expect(
      deps.properties.messages.filter(({ subject }) => subject.endsWith('property.deleted.v1')),
    ).toHaveLength(1);
  });

  it('deleting a property does nothing when its mark was taken away meanwhile', async () => {
    const { id } = await ask(createProperty, input());
    deps.bus.answer(countListings, () => {
      delete deps.properties.rows.get(id)?.deleting;
      return Promise.resolve({ count: 0 });
    });
    await expect(ask(deleteProperty, { id })).rejects.toBeInstanceOf(Conflict);
    expect(await ask(getProperty, { id })).toMatchObject({ id });
  });
});

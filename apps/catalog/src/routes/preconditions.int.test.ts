import { countListings, getContact, getProperty } from '@estate/contracts';
import type { Contact, Operation, Property } from '@estate/contracts';
import { etagOf } from '@estate/messaging';
import type { Answer, Preconditions } from '@estate/messaging';
import { newId } from '@estate/persistence';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NO_REVISIONS, NO_UPLOADS, aProperty, caller } from '../../test/fakes.ts';
import { openTestStores } from '../../test/open-test-stores.ts';
import type { TestStores } from '../../test/open-test-stores.ts';
import type { Deps } from '../deps.ts';
import { createContact, deleteContact, updateContact } from './contacts.ts';
import { createProperty, deleteProperty, updateProperty } from './properties.ts';

let stores: TestStores;
let deps: Deps;
beforeAll(async () => {
  stores = await openTestStores();
  stores.bus.answer(countListings, () => Promise.resolve({ count: 0 }));
  const { bus, properties, contacts, logos, timeline } = stores;
  const idle = {
    wakeProcessing: () => undefined,
    smallerImages: { find: () => Promise.reject(new Error('no image is made here')) },
    findNamed: () => Promise.resolve([]),
    propertyRevisions: NO_REVISIONS,
  };
  const parts = { bus, properties, contacts, logos, timeline };
  deps = { ...NO_UPLOADS, clock: () => new Date(), newId, ...parts, ...idle };
});
afterAll(() => stores.close());

const ask = <T>(to: (of: Deps) => Answer, input: unknown, terms: Preconditions = {}) =>
  to(deps).handle(input, { ...caller, ...terms }) as Promise<T>;
/** As the gateway makes it from what it answers. */
const etag = ({ output }: Operation, resource: unknown) => etagOf(JSON.stringify(output.parse(resource)));

const { type, fields } = aProperty();
const kinds = [
  {
    name: 'contact',
    shownBy: getContact,
    input: (word: string) => ({ email: 'anna@example.org', lastName: word }),
    wordOf: (made: Contact | Property) => (made as Contact).lastName,
    create: createContact,
    update: updateContact,
    remove: deleteContact,
  },
  {
    name: 'property',
    shownBy: getProperty,
    input: (word: string) => ({ type, fields: { ...fields, title: word } }),
    wordOf: (made: Contact | Property) => (made as Property).fields.title,
    create: createProperty,
    update: updateProperty,
    remove: deleteProperty,
  },
] as const;

describe.each(kinds)('a $name that is changed with If-Match', ({ shownBy, input, wordOf, ...routes }) => {
  const create = () => ask<Contact | Property>(routes.create, input('first'));

  it('goes to one of many writers that saw the same', async () => {
    const made = await create();
    const ifMatch = etag(shownBy, made);
    const words = Array.from({ length: 12 }, (_, index) => `writer ${String(index)}`);
    const results = await Promise.allSettled(
      words.map((word) =>
        ask<Contact | Property>(routes.update, { id: made.id, ...input(word) }, { ifMatch }),
      ),
    );
    const won = results.flatMap((result) => (result.status === 'fulfilled' ? [wordOf(result.value)] : []));
    expect(won).toHaveLength(1);
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'precondition-failed' });
    }
  });

  it('is either changed or deleted, never both, by two who saw the same', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id, ...made } = await create();
      const ifMatch = etag(shownBy, { id, ...made });
      const results = await Promise.allSettled([
        ask(routes.update, { id, ...input('second') }, { ifMatch }),
        ask(routes.remove, { id }, { ifMatch }),
      ]);
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    }
  });

  it('is changed one version after the other', async () => {
    let seen = await create();
    for (const word of ['second', 'third']) {
      const ifMatch = etag(shownBy, seen);
      seen = await ask(routes.update, { id: seen.id, ...input(word) }, { ifMatch });
      expect(wordOf(seen)).toBe(word);
    }
    await expect(
      ask(routes.remove, { id: seen.id }, { ifMatch: etag(shownBy, await create()) }),
    ).rejects.toMatchObject({ code: 'precondition-failed' });
    await ask(routes.remove, { id: seen.id }, { ifMatch: etag(shownBy, seen) });
  });
});

describe.each(kinds)('a $name that is ordered twice under one reserved id', ({ name, input, ...routes }) => {
  it('is made once, and the second order gets the first one', async () => {
    const reservedId = newId();
    const order = { ...input('first'), ...(name === 'property' && { externalId: `once-${reservedId}` }) };
    const answers = await Promise.all(
      [1, 2, 3].map(() => ask<Contact | Property>(routes.create, order, { reservedId })),
    );
    const again = await ask<Contact | Property>(routes.create, order, { reservedId });
    for (const answer of answers) expect(answer).toEqual(again);
    expect(again.id).toBe(reservedId);
  });
});

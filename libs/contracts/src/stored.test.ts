import { expect, it } from 'vitest';
import { z } from 'zod';
import { Contact, ContactInput } from './contact.ts';
import { EXAMPLE_FIELDS, EXAMPLE_ID, EXAMPLE_TIME } from './examples.ts';
import { filledText } from './field-rules.ts';
import { Property, PropertyInput, PropertySnapshot } from './property.ts';
import * as contracts from './index.ts';
import { asStored } from './stored.ts';
import { Target } from './target.ts';
import { TargetInput } from './target-input.ts';

const times = { createdAt: EXAMPLE_TIME, updatedAt: EXAMPLE_TIME };
const oldContact = { email: 'a@example-.org', lastName: ' ', firstName: '  ', title: ' ' };
const oldFields = {
  ...EXAMPLE_FIELDS,
  title: ' ',
  address: { ...EXAMPLE_FIELDS.address, street: ' ', city: '\t', region: ' ' },
};
const attachments = [{ url: 'https://example.org/a.jpg', title: ' ', watermarkCaption: ' ' }];
const links = [{ url: 'https://example.org/tour', title: ' ' }];
const credentials = { host: ' ', username: ' ', providerNumber: ' ', contact: oldContact };

const pathsOf = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ path }) => path.join('.')) ?? [];

it.each([
  [
    'contact',
    ContactInput,
    oldContact,
    Contact,
    { id: EXAMPLE_ID, ...oldContact, ...times },
    ['email', 'title', 'firstName', 'lastName'],
  ],
  [
    'property',
    PropertyInput,
    { type: 'apartmentBuy', fields: oldFields, attachments, links },
    Property,
    {
      ...{ id: EXAMPLE_ID, type: 'apartmentBuy', externalId: 'P-77', processingStatus: 'successful' },
      ...{ fields: oldFields, attachments, links, ...times },
    },
    [
      'fields.address.street',
      'fields.address.city',
      'fields.address.region',
      'fields.title',
      'attachments.0.title',
      'attachments.0.watermarkCaption',
      'links.0.title',
    ],
  ],
  [
    'target',
    TargetInput,
    { type: 'immowelt', credentials: { ...credentials, password: 'secret' } },
    Target,
    {
      ...{ id: EXAMPLE_ID, type: 'immowelt', credentials, autoCollectRequests: false, emailId: EXAMPLE_ID },
      ...times,
    },
    undefined,
  ],
])(
  'what was stored before a rule was made is refused as a new %s and can still be read',
  (_name, input, given, resource, stored, refused) => {
    const paths = pathsOf(input, given);
    expect(paths.length).toBeGreaterThan(0);
    if (refused) expect(paths).toEqual(refused);
    expect(resource.parse(stored)).toEqual(stored);
  },
);

it('a stored value that input rules would reject reaches platforms unchanged', () => {
  const snapshot = {
    ...{ type: 'apartmentBuy', propertyId: EXAMPLE_ID, externalId: 'P-77', fields: oldFields, links },
    ...{ attachments: [], revision: 1, processingStatus: 'successful', updatedAt: EXAMPLE_TIME },
    contact: { id: EXAMPLE_ID, ...oldContact, ...times },
  };
  expect(pathsOf(PropertySnapshot, snapshot)).toEqual([]);
});

it('a stored value is checked by all rules except newer ones', () => {
  const Thing = z
    .strictObject({ name: filledText(5), size: z.int(), tags: z.array(filledText(3)).optional() })
    .refine(({ size }) => size > 0, { path: ['size'], error: 'must be positive' });
  const read = asStored(Thing);
  expect(read.parse({ name: ' ', size: 1, tags: [' '] })).toEqual({ name: ' ', size: 1, tags: [' '] });
  expect(pathsOf(read, { name: '', size: 1 })).toEqual(['name']);
  expect(pathsOf(read, { name: 'longer', size: 1 })).toEqual(['name']);
  expect(pathsOf(read, { name: 'a', size: 0 })).toEqual(['size']);
  expect(read.parse({ name: 'a', size: 1, more: 1 })).toEqual({ name: 'a', size: 1 });
  expect(pathsOf(Thing, { name: ' ', size: 1, tags: [' '] })).toEqual(['name', 'tags.0']);
  expect(asStored(Thing)).toBe(read);
});

const schemas = Object.entries<unknown>(contracts).flatMap(([name, contract]): [string, z.ZodType][] => {
  if (typeof contract !== 'object' || contract === null || !('subject' in contract)) return [];
  const read = 'output' in contract ? contract.output : 'data' in contract ? contract.data : undefined;
  return read instanceof z.ZodType ? [[name, read]] : [];
});

it('what services answer and tell is known', () => {
  expect(schemas.length).toBeGreaterThan(50);
});

it.each(schemas)('the answer or message %s is read without the rules for new input', (_name, schema) => {
  expect(asStored(schema)).toBe(schema);
});

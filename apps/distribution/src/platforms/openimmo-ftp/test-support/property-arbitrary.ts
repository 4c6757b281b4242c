import { ATTACHMENT_TYPES, ContactFields, PROPERTY_TYPE_NAMES } from '@estate/contracts';
import type { PropertySnapshot, PropertyType } from '@estate/contracts';
import { fieldsOf, wildText } from '@estate/openimmo/test-support';
import fc from 'fast-check';
import { AT, CONTACT } from './fixtures.ts';

const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });

const phone = fc
  .tuple(fc.integer({ min: 1, max: 9999 }), fc.nat(999), fc.nat(99_999_999))
  .map(([country, area, number]) => `+${String(country)} ${String(area)} ${String(number)}`);

const contact = fc
  .record({
    email: fc.constantFrom('anna@example.org', "o'hara+estate@example.org"),
    title: maybe(wildText(15)),
    firstName: maybe(wildText(30)),
    lastName: wildText(50, 1),
    phone: maybe(phone),
    mobilePhone: maybe(phone),
    website: maybe(fc.constantFrom('https://example.org/?a=1&b=2', 'http://example.org/%20')),
  })
  .map((some) => JSON.parse(JSON.stringify(some)) as unknown)
  .filter((some) => ContactFields.safeParse(some).success)
  .map((some) => ({ ...CONTACT, title: undefined, ...ContactFields.parse(some) }))
  .map(({ id, createdAt, updatedAt, ...some }) => ({
    id,
    createdAt,
    updatedAt,
    ...ContactFields.parse(some),
  }));

const attachment = fc.record({
  sha256: fc.string({
    unit: fc.constantFrom(...Array.from('0123456789abcdef')),
    minLength: 64,
    maxLength: 64,
  }),
  size: fc.integer({ min: 1, max: 16_000_000 }),
  mediaType: fc.constantFrom(...ATTACHMENT_TYPES),
  title: maybe(wildText(200)),
  isBlueprint: fc.boolean(),
});

const link = fc.record({
  url: fc.constantFrom(
    'https://tours.example.org/1?x=1&y=<2>',
    'https://youtu.be/abc',
    'https://example.org/ä',
  ),
  title: maybe(wildText(200)),
});

/** A property of a type as the catalog could provide it. */
export const snapshotOf = (type: PropertyType): fc.Arbitrary<PropertySnapshot> =>
  fc
    .record({
      fields: fieldsOf(type),
      contact,
      externalId: fc.stringMatching(/^[a-zA-Z0-9/_#+:@ -]{1,50}$/),
      attachments: fc.array(attachment, { maxLength: 8 }),
      links: fc.array(link, { maxLength: 3 }),
    })
    .map(({ attachments, ...others }) => ({
      propertyId: 'd1a2b3c4e5f6g7h8i9jp',
      type,
      ...others,
      attachments: attachments.map((one, position) => withoutNothing({ ...one, position })),
      links: others.links.map(withoutNothing),
      revision: 1,
      processingStatus: 'successful' as const,
      updatedAt: AT.toISOString(),
    }));

/** A property of any type. */
export const anySnapshot: fc.Arbitrary<PropertySnapshot> = fc.oneof(...PROPERTY_TYPE_NAMES.map(snapshotOf));

const withoutNothing = <Value extends object>(value: Value): Value =>
  Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as Value;

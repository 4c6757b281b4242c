import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ContactFields } from './contact.ts';
import { EmailAddress } from './field-rules.ts';
import { ID_PATTERN, Id } from './ids.ts';
import { ListQuery } from './list.ts';
import { PropertyInput } from './property.ts';
import { EXAMPLE_FIELDS } from './examples.ts';

const accepts = (schema: { safeParse: (value: unknown) => { success: boolean } }, value: unknown) =>
  schema.safeParse(value).success;
const contact = (fields: object) =>
  accepts(ContactFields, { email: 'a@example.org', lastName: 'B', ...fields });
const property = (rest: object) =>
  accepts(PropertyInput, { type: 'apartmentBuy', fields: EXAMPLE_FIELDS, ...rest });
const charsOf = (alphabet: string) => fc.constantFrom(...alphabet);
const ALPHABET = '0123456789abcdefghijklmnopqrstuv';

it('an id has 20 characters of its alphabet, and a cursor is an id', () => {
  fc.assert(
    fc.property(fc.string({ unit: charsOf(ALPHABET), minLength: 20, maxLength: 20 }), (id) => {
      expect(accepts(Id, id)).toBe(true);
      expect(accepts(ListQuery, { startAfter: id })).toBe(true);
      expect(property({ contactId: id })).toBe(true);
    }),
  );
});

it('an id with another length or character is rejected', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.string({ unit: charsOf(`${ALPHABET}wxyzABC-_ `) })), (text) => {
      fc.pre(!/^[0-9a-v]{20}$/.test(text));
      expect(ID_PATTERN.test(text)).toBe(false);
      expect(accepts(ListQuery, { startAfter: text })).toBe(false);
    }),
  );
  for (const text of [`${'0'.repeat(20)}\n`, `\n${'0'.repeat(20)}`, '０'.repeat(20)])
    expect(accepts(Id, text)).toBe(false);
});

it('ids sort by the time of their creation', () => {
  const hex = fc.string({ unit: charsOf('0123456789abcdef'), minLength: 24, maxLength: 24 });
  const base32 = (text: string) => {
    let value = BigInt(`0x${text}`) << 4n;
    let id = '';
    for (let index = 0; index < 20; index += 1, value >>= 5n) id = ALPHABET[Number(value & 31n)]! + id;
    return id;
  };
  fc.assert(
    fc.property(hex, hex, (a, b) => {
      expect(base32(a) < base32(b)).toBe(a < b);
      expect(accepts(Id, base32(a))).toBe(true);
    }),
  );
});

describe('the limit of a list', () => {
  it('limit is a whole number from 1 to 100 in digits', () => {
    fc.assert(
      fc.property(fc.integer({ min: -5, max: 400 }), (limit) => {
        const good = limit >= 1 && limit <= 100;
        expect(accepts(ListQuery, { limit: String(limit) })).toBe(good);
        expect(accepts(ListQuery, { limit })).toBe(good);
      }),
    );
    fc.assert(
      fc.property(fc.string(), (text) => {
        const plain = /^[1-9]\d{0,2}$/.test(text) && Number(text) <= 100;
        expect(accepts(ListQuery, { limit: text })).toBe(plain);
      }),
      { examples: [['01'], ['100'], ['101']] },
    );
    expect(ListQuery.parse({})).toEqual({ limit: 10, order: 'asc' });
  });
});

const allowed = charsOf('abcXYZ019/_#+:@ \t-');

it('an external id has 1 to 50 of its allowed characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: allowed, maxLength: 60 }), (externalId) => {
      expect(property({ externalId })).toBe(externalId.length >= 1 && externalId.length <= 50);
    }),
  );
});

it('an external id with another character is rejected', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 50 }), (externalId) => {
      expect(property({ externalId })).toBe(/^[a-zA-Z0-9/_#+:@\s-]+$/.test(externalId));
    }),
  );
});

const digits = (min: number, max: number) =>
  fc.string({ unit: charsOf('0123456789'), minLength: min, maxLength: max });
const blanks = fc.integer({ min: 1, max: 5 }).map((count) => ' '.repeat(count));
const rest = fc.string({ unit: charsOf('0123456789 '), maxLength: 24 });

it('a phone number has the form +XX X...X X...X', () => {
  const parts = fc.tuple(
    charsOf('123456789'),
    digits(0, 3),
    blanks,
    digits(1, 10),
    blanks,
    digits(1, 1),
    rest,
  );
  fc.assert(
    fc.property(parts, ([first, more, a, area, b, start, end]) => {
      const phone = `+${first}${more}${a}${area}${b}${start}${end}`;
      expect(contact({ phone, mobilePhone: phone })).toBe(true);
    }),
  );
});

it.each([
  '089 123',
  '+0 89 123',
  '+49 891234',
  '+49-89-1234',
  '+49 (89) 1234',
  '+49 89 1234x',
  '+49 89',
  '0049 89 1',
  ' +49 89 1',
  '+49 89 1\n',
  '+٤٩ ٨٩ ١',
])('a phone number is not %j', (phone) => {
  expect(contact({ phone })).toBe(false);
});

const labels = fc
  .array(fc.string({ unit: charsOf('abXY09-'), minLength: 1, maxLength: 8 }), {
    minLength: 1,
    maxLength: 3,
  })
  .map((all) => all.join('.'));
const local = fc.string({ unit: charsOf("abXY09.!#$%&'*+/=?^_`{|}~-"), minLength: 1, maxLength: 20 });

it.each([
  'tom&jerry@example.org',
  'a/b@example.org',
  'a=b@example.org',
  'a#b@example.org',
  "o'neill+homes@mail.example-estates.co.uk",
  '!#$%&*+/=?^_`{|}~-@example.org',
  `${'a'.repeat(64)}@example.org`,
  'info@xn--mller-kva.example',
  'info@example.xn--p1ai',
  'A@1.EXAMPLE',
])('an email address may be %s', (email) => {
  expect(contact({ email })).toBe(true);
});

it.each([
  'a@example-.org',
  'a@-example.org',
  'a@example.-org',
  'a@example',
  'a@example..org',
  'a@.example.org',
  'a@example.org.',
  'a@exam_ple.org',
  'a@example.o',
  'a@127.0.0.1',
  `a@${'b'.repeat(64)}.org`,
  '.a@example.org',
  'a.@example.org',
  'a..b@example.org',
  'a b@example.org',
  'a@b@example.org',
  '@example.org',
  'müller@example.org',
  'Anna <anna@example.org>',
  `${'a'.repeat(65)}@example.org`,
  `a@${'example.'.repeat(32)}org`,
  'a@example.org\n',
  ' a@example.org',
])('an email address is not %j', (email) => {
  expect(contact({ email })).toBe(false);
});

it('an email address is accepted exactly if it matches the format and the pattern of the document', () => {
  const ajv = new Ajv2020({ strict: false });
  formats.default(ajv);
  const documented = ajv.compile(z.toJSONSchema(EmailAddress));
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.tuple(local, labels).map((parts) => parts.join('@')),
      ),
      (email) => {
        expect(documented(email)).toBe(accepts(EmailAddress, email));
      },
    ),
    { numRuns: 2000 },
  );
});

it('the name of a contact contains no email address', () => {
  const part = fc.string({ unit: charsOf('abcXYZ'), minLength: 1, maxLength: 6 });
  const around = fc.string({ unit: charsOf('abc '), maxLength: 10 });
  fc.assert(
    fc.property(around, part, part, part, around, (before, local, host, top, after) => {
      expect(contact({ lastName: `${before}${local}@${host}.${top}${after}` })).toBe(false);
    }),
  );
});

it.each(["O'Neill-Müller", 'A @ B', 'a@b', 'van der Berg', '山田', '@'])(
  'a last name may be %s',
  (lastName) => {
    expect(contact({ lastName })).toBe(true);
  },
);

it.each([
  'https://example.org',
  'http://example.org/a%20b?c=d#e',
  'https://example.org/~a/(b);c=1',
  'https://[2001:db8::1]/',
])('a website may be %s', (website) => {
  expect(contact({ website })).toBe(true);
});

it.each([
  ['https://müller-immo.de', 'https://xn--mller-immo-9db.de/'],
  ['https://example.org/über uns', 'https://example.org/%C3%BCber%20uns'],
  ['https://example.org/<b>?q=ä%20b#ö', 'https://example.org/%3Cb%3E?q=%C3%A4%20b#%C3%B6'],
  ['https://example.org/a b%20c', 'https://example.org/a%20b%20c'],
  ['https://example.org', 'https://example.org'],
])('the website %s is stored as %s', (website, stored) => {
  expect(ContactFields.parse({ email: 'a@example.org', lastName: 'B', website }).website).toBe(stored);
});

it.each([
  'example.org',
  'ftp://example.org',
  'javascript:alert(1)',
  'https://example.org/%4',
  'https://example.org/ä%4',
  'https://example.org\\ä',
  `https://example.org/${'a'.repeat(300)}`,
])('a website is not %s', (website) => {
  expect(contact({ website })).toBe(false);
});

const fields = (certificate: object) =>
  property({ fields: { ...EXAMPLE_FIELDS, residentialEnergyCertificate: certificate } });

it('an energy certificate has the value that its type requires', () => {
  const value = fc.option(fc.double({ min: 0.01, max: 1000, noNaN: true }), { nil: undefined });
  fc.assert(
    fc.property(
      fc.constantFrom('need', 'consumption'),
      value,
      value,
      (type, energyNeed, energyConsumption) => {
        const asked = type === 'need' ? energyNeed : energyConsumption;
        expect(fields({ type, energySource: 'gas', energyNeed, energyConsumption })).toBe(
          asked !== undefined,
        );
      },
    ),
  );
});

it('a price may be missing only if it is on request', () => {
  const { purchasePrice, ...rest } = EXAMPLE_FIELDS;
  expect(property({ fields: { ...rest, purchasePrice } })).toBe(true);
  expect(property({ fields: rest })).toBe(false);
  expect(property({ fields: { ...rest, purchasePriceOnRequest: false } })).toBe(false);
  expect(property({ fields: { ...rest, purchasePriceOnRequest: true } })).toBe(true);
});

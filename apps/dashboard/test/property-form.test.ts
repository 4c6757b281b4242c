import { describePropertyType, PROPERTY_TYPES } from '@estate/contracts';
import type { Property, PropertyTypeDescription } from '@estate/client';
import { ApiError } from '@estate/client';
import { arbitraryOf } from '@estate/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fieldsIn } from '../src/fields/field-draft.ts';
import { fieldTexts } from '../src/fields/field-text.ts';
import { formProblems } from '../src/pages/properties/form/form-problems.ts';
import { inputOf, nextRow, propertyDraftOf } from '../src/pages/properties/form/property-draft.ts';
import { LANGUAGES, messageIn } from '../src/text/messages.ts';
import type { Language } from '../src/text/messages.ts';

type Name = keyof typeof PROPERTY_TYPES;
const NAMES = Object.keys(PROPERTY_TYPES) as Name[];

const typeOf = (name: Name): PropertyTypeDescription => ({
  ...describePropertyType(PROPERTY_TYPES[name]),
  formats: [],
});
const wordsOf = (language: Language) => ({
  language,
  t: (key: Parameters<typeof messageIn>[1], values = {}) => messageIn(language, key, values),
});

const propertyOf = (type: Name, fields: object, rest: Partial<Property> = {}) =>
  ({ type, fields, externalId: 'A-1', attachments: [], links: [], ...rest }) as unknown as Property;

describe('the form of a property', () => {
  it.each(NAMES)('the form of %s gives back every valid property as it was', (name) => {
    const type = typeOf(name);
    const { schema, examples } = PROPERTY_TYPES[name];
    const through = (fields: object) =>
      inputOf(type, propertyDraftOf(type, propertyOf(name, fields)), false).fields;
    expect(through(examples.full)).toEqual(examples.full);
    expect(through(examples.smallest)).toEqual(examples.smallest);
    const property = fc.property(arbitraryOf(schema), (fields) => {
      expect(through(fields as object)).toEqual(withoutNothing(fields));
    });
    fc.assert(property, { numRuns: 25 });
  });

  it.each(NAMES)('the empty form of %s sends what it shows, and the API names the rest', (name) => {
    const type = typeOf(name);
    const { fields, attachments } = inputOf(type, propertyDraftOf(type), true);
    expect(fields).toEqual({ address: { country: 'DEU', publish: false } });
    expect(attachments).toEqual([]);
  });

  it('a form keeps of an attachment what it does not show', () => {
    const type = typeOf('houseBuy');
    const attachments = [
      { url: 'https://example.org/a.jpg', title: 'A', watermarkCaption: 'mine', type: 'image/jpeg' as const },
      { url: 'https://example.org/b.pdf', isBlueprint: true },
    ];
    const links = [{ url: 'https://example.org/tour', title: 'Tour' }];
    const fields = PROPERTY_TYPES.houseBuy.examples.smallest;
    const draft = propertyDraftOf(
      type,
      propertyOf('houseBuy', fields, { attachments, links, contactId: 'c' }),
    );
    expect(inputOf(type, draft, false)).toEqual({
      type: 'houseBuy',
      fields,
      attachments,
      links,
      contactId: 'c',
    });
    const turned = { ...draft, attachments: draft.attachments.toReversed() };
    expect(inputOf(type, turned, false).attachments).toEqual(attachments.toReversed());
    expect(nextRow(turned.attachments)).toEqual({ row: 2, url: '', title: '' });
  });

  it('an external id is sent for a new property only', () => {
    const type = typeOf('plotRent');
    const draft = { ...propertyDraftOf(type), externalId: 'A-7' };
    expect(inputOf(type, draft, true)).toMatchObject({ externalId: 'A-7' });
    expect(inputOf(type, draft, false)).not.toHaveProperty('externalId');
  });
});

/** An empty list and a text of blanks say nothing, as nothing does. */
function withoutNothing(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const given = Object.entries(value)
    .map(([name, one]) => [name, withoutNothing(one)] as const)
    .filter(([, one]) => !isNothing(one));
  return Object.fromEntries(given);
}

const isNothing = (value: unknown): boolean =>
  value === undefined ||
  (typeof value === 'string' ? value.trim() === '' : Array.isArray(value) && value.length === 0);

describe('problems of a form', () => {
  const problems = (language: Language, name: Name, details: ApiError['details'], code = 'invalid-input') => {
    const words = wordsOf(language);
    const error = new ApiError({
      status: 400, error: 'Bad Request', message: 'refused', code, requestId: undefined, retryAfterMs: undefined, details,
    }); // oxfmt-ignore
    return formProblems(error, { type: typeOf(name), t: words.t, texts: fieldTexts(words) });
  };

  it('problems name their fields as the form does, in its order and in both languages', () => {
    const details = [
      { path: 'fields.address.street', message: 'fields.address.street is required', code: 'required' },
      { path: 'fields.baseRent', message: 'fields.baseRent must be at most 1000000000', code: 'too-big' },
      { path: 'fields.livingArea', message: 'fields.livingArea must be at least 0', code: 'too-small' },
      {
        path: 'fields.address.country',
        message: 'fields.address.country must be an ISO 3166-1 alpha-3 code such as DEU, AUT or CHE',
        code: 'not-allowed',
      },
      { path: 'fields.numberOfRooms', message: 'must be a multiple of 0.01', code: 'wrong-step' },
      {
        path: 'attachments.1.url',
        message: 'attachments.1.url must be an http or https URL',
        code: 'wrong-format',
      },
    ];
    expect(
      problems('de', 'apartmentRent', details).map(({ label, text }) => plainBlanks(`${label}: ${text}`)),
    ).toEqual([
      'Adresse: Straße: Bitte ausfüllen',
      'Adresse: Land: Bitte einen Wert aus der Liste wählen',
      'Kaltmiete: Höchstens 1.000.000.000 € / Monat',
      'Wohnfläche: Größer als 0 m²',
      'Zimmer: In Schritten von 0,01',
      'Anhang 2: Webadresse: Bitte eine URL mit http oder https eingeben',
    ]);
    expect(
      problems('en', 'apartmentRent', details).map(({ label, text }) => plainBlanks(`${label}: ${text}`)),
    ).toEqual([
      'Address: Street: Required',
      'Address: Country: Choose a value from the list',
      'Base rent: At most €1,000,000,000 / month',
      'Living area: More than 0 m²',
      'Rooms: In steps of 0.01',
      'Attachment 2: Web address: Must be an http or https URL',
    ]);
  });

  it('a problem of a rule over several fields names the other field and its value', () => {
    const price = { path: 'fields.purchasePrice', code: 'required', message: 'fields.purchasePrice is required unless purchasePriceOnRequest is true' }; // oxfmt-ignore
    const need = { path: 'fields.residentialEnergyCertificate.energyNeed', code: 'required', message: 'fields.residentialEnergyCertificate.energyNeed is required when type is need' }; // oxfmt-ignore
    expect(problems('de', 'houseBuy', [price, need]).map(({ text }) => text)).toEqual([
      'Erforderlich, wenn „Preis auf Anfrage“ nicht auf „Ja“ steht',
      'Erforderlich, wenn „Art des Ausweises“ auf „Bedarfsausweis“ steht',
    ]);
  });

  it('a problem that the form does not know keeps the words of the API', () => {
    const odd = { path: 'fields.livingArea', message: 'fields.livingArea is odd', code: 'odd' };
    expect(problems('de', 'houseBuy', [odd])).toEqual([
      { path: 'fields.livingArea', label: 'Wohnfläche', text: 'fields.livingArea is odd' },
    ]);
    expect(problems('en', 'houseBuy', [], 'external-id-taken')).toEqual([
      { path: 'externalId', label: 'Object number', text: 'Another property has this object number' },
    ]);
    expect(problems('en', 'houseBuy', [], 'precondition-failed')).toEqual([]);
    const whole = {
      path: 'attachments',
      message: 'attachments must have at most 150 items',
      code: 'too-big',
    };
    expect(problems('en', 'houseBuy', [whole])[0]?.label).toBe('Images and documents');
  });
});

describe('values of fields', () => {
  it.each(LANGUAGES.flatMap((language) => NAMES.map((name) => [name, language] as const)))(
    'every value of %s is shown in %s without names of the API',
    (name, language) => {
      const { valueText } = fieldTexts(wordsOf(language));
      const { full } = PROPERTY_TYPES[name].examples;
      for (const field of fieldsIn(typeOf(name))) {
        const value: unknown = Reflect.get(full, field.name);
        const shown =
          (field.parts ?? []).length > 0
            ? (field.parts ?? []).map(
                (part) => [part, Reflect.get(value as object, part.name) as unknown] as const,
              )
            : [[field, value] as const];
        for (const [one, each] of shown) {
          if (each === undefined) continue;
          const text = valueText(one, each);
          expect(text).not.toMatch(/undefined|NaN|Invalid|\[object|^(true|false)$/);
          if (one.values)
            expect(one.values.map(({ label }) => label[language]).join()).toContain(text.split(', ')[0]);
        }
      }
    },
  );

  it('amounts, areas, years and days are written as in the language', () => {
    const shown = (language: Language) => {
      const { valueText, numberText } = fieldTexts(wordsOf(language));
      const field = (name: string) => fieldsIn(typeOf('apartmentRent')).find((one) => one.name === name)!;
      return [
        numberText(1240.5, 'EUR/month'), numberText(3600, 'EUR/year'), numberText(96.4, 'm²'),
        valueText(field('constructionYear'), 1998), valueText(field('availableFrom'), '2027-03-01'),
        valueText(field('petsAllowed'), 'negotiable'), valueText(field('hasLift'), false),
      ]; // oxfmt-ignore
    };
    expect(shown('de').map(plainBlanks)).toEqual([
      '1.240,50 € / Monat', '3.600 € / Jahr', '96,4 m²', '1998', '01.03.2027', 'Nach Vereinbarung', 'Nein',
    ]); // oxfmt-ignore
    expect(shown('en').map(plainBlanks)).toEqual([
      '€1,240.50 / month', '€3,600 / year', '96.4 m²', '1998', 'Mar 1, 2027', 'Negotiable', 'No',
    ]); // oxfmt-ignore
  });
});

const plainBlanks = (text: string) => text.replaceAll(/\s/g, ' ');

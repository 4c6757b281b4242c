import { describe, expect, it } from 'vitest';
import type { FieldDescription } from '../property-type.ts';
import { PropertyTypeDescription, PropertyTypeSummary } from '../property-type.ts';
import { describePropertyType, summarizePropertyType } from './describe.ts';
import { Address } from './groups/address.ts';
import { COUNTRIES } from './groups/countries.ts';
import { PROPERTY_TYPES } from './index.ts';

const DEFINITIONS = Object.values(PROPERTY_TYPES).map((definition) => [definition.name, definition] as const);

/** The values that the rules of a field name, in a list or one by one. */
function valuesOf({ name, schema }: FieldDescription): unknown[] {
  // The list of countries is longer than what an error can name, and is in a rule of its own.
  if (name === 'country') return [...COUNTRIES];
  const items = schema['items'] as { enum?: unknown[] } | undefined;
  return (schema['enum'] as unknown[] | undefined) ?? items?.enum ?? [];
}

describe('the description of a property type', () => {
  it.each(DEFINITIONS)(
    '%s is described with labels for every value of every field and part',
    (_name, definition) => {
      const { sections } = describePropertyType(definition);
      const fields = sections.flatMap((section) => section.fields);
      for (const field of fields.flatMap((one) => [one, ...(one.parts ?? [])])) {
        const labelled = field.values?.map(({ value }) => value) ?? [];
        expect(labelled.toSorted(), field.name).toEqual(valuesOf(field).toSorted());
        for (const { label } of field.values ?? []) expect(label).toEqual({ de: label.de, en: label.en });
      }
      expect(fields.map(({ name }) => name).toSorted()).toEqual(
        Object.keys(definition.schema.shape).toSorted(),
      );
    },
  );

  it('the countries of an address are those that it accepts, each with a name in both languages', () => {
    const { sections } = describePropertyType(PROPERTY_TYPES.houseBuy);
    const address = sections.flatMap(({ fields }) => fields).find(({ name }) => name === 'address');
    const countries = address?.parts?.find(({ name }) => name === 'country')?.values ?? [];
    expect(countries).toHaveLength(249);
    for (const { value, label } of countries) {
      expect(Address.shape.country.safeParse(value).success, value).toBe(true);
      for (const name of [label.de, label.en]) expect(name).toMatch(/[a-z]/);
    }
    for (const language of ['de', 'en'] as const) {
      expect(new Set(countries.map(({ label }) => label[language])).size).toBe(249);
    }
    expect(countries).toContainEqual({ value: 'CHE', label: { de: 'Schweiz', en: 'Switzerland' } });
    expect(Address.shape.country.safeParse('XXX').success).toBe(false);
  });

  it.each(DEFINITIONS)('%s begins with its title and the field of its kind', (_name, definition) => {
    const [general] = describePropertyType(definition).sections;
    const names = (general?.fields ?? []).map(({ name }) => name);
    expect(names[0]).toBe('title');
    if (definition.kind !== undefined) expect(names).toContain(definition.kind);
  });

  it.each(DEFINITIONS)('%s is summarized by the fields with its price and its size', (_name, definition) => {
    const summary = summarizePropertyType(definition);
    expect(PropertyTypeSummary.parse(summary)).toEqual(summary);
    const described = describePropertyType(definition);
    expect(PropertyTypeDescription.parse({ ...described, formats: [] })).toMatchObject(summary);
    expect(described.examples.smallest).toHaveProperty(summary.price);
    if (summary.area) expect(described.examples.smallest).toHaveProperty(summary.area);
  });

  it('the price and the size of a property type are those of its market', () => {
    const shown = (name: keyof typeof PROPERTY_TYPES) => {
      const { price, area } = summarizePropertyType(PROPERTY_TYPES[name]);
      return [price, area];
    };
    expect(shown('apartmentRent')).toEqual(['baseRent', 'livingArea']);
    expect(shown('plotRent')).toEqual(['yearlyRent', 'plotArea']);
    expect(shown('officeBuy')).toEqual(['purchasePrice', 'usableArea']);
    expect(shown('commercialInvestmentBuy')).toEqual(['purchasePrice', 'totalArea']);
    expect(shown('parkingSpaceRent')).toEqual(['baseRent', undefined]);
  });

  it.each([
    ['apartmentBuy', 'apartmentType', 'apartment', 'Apartment', 'Apartment'],
    ['apartmentBuy', 'apartmentType', 'floor', 'Etagenwohnung', 'Apartment on an upper floor'],
    ['apartmentBuy', 'condition', 'requiresRefurbishment', 'Sanierungsbedürftig', 'Requires refurbishment'],
  ] as const)('the label of %s, %s %s, is the word of platforms: %s, %s', (type, name, value, de, en) => {
    const field = fieldOf(type, name);
    expect(field.values).toContainEqual({ value, label: { de, en } });
  });

  it.each(['residentialEnergyCertificate', 'commercialEnergyCertificate'] as const)(
    'the label of the energy source water in %s says power, not heat',
    (name) => {
      const type = name === 'residentialEnergyCertificate' ? 'houseBuy' : 'officeBuy';
      const source = fieldOf(type, name).parts?.find((part) => part.name === 'energySource');
      expect(source?.values).toContainEqual({
        value: 'water',
        label: { de: 'Wasserkraft', en: 'Hydropower' },
      });
    },
  );

  it('the label of energySources says that the list is complete, as platforms take it', () => {
    const parts = fieldOf('houseBuy', 'residentialEnergyCertificate').parts;
    expect(parts?.find((part) => part.name === 'energySources')?.label).toEqual({
      de: 'Alle Energieträger',
      en: 'All energy sources',
    });
  });
});

function fieldOf(type: keyof typeof PROPERTY_TYPES, name: string): FieldDescription {
  const fields = describePropertyType(PROPERTY_TYPES[type]).sections.flatMap((section) => section.fields);
  const field = fields.find((one) => one.name === name);
  if (!field) throw new Error(`${type} has no ${name}`);
  return field;
}

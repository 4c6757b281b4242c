import { FIELDS_OF, PROPERTY_TYPE_NAMES, PROPERTY_TYPES } from '@estate/contracts';
import type { FieldName, PropertyType } from '@estate/contracts';
import { arbitraryOf } from '@estate/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { fieldProblems } from '../field-problems.ts';
import { exampleOf } from '../test-support/examples.ts';
import { NOT_CARRIED } from '../test-support/not-carried.ts';
import { objectBody } from './body.ts';
import { carries } from './carries.ts';

type Elements = ReadonlyMap<string, string>;

/** The elements of the body with their values, by their paths below the root. */
function elementsOf(
  type: PropertyType,
  changes: Readonly<Record<string, unknown>>,
  size: 'smallest' | 'full',
) {
  const elements = new Map<string, string>();
  const walk = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      elements.set(path, JSON.stringify(value));
      return;
    }
    for (const [name, inner] of Object.entries(value)) walk(inner, path === '' ? name : `${path}/${name}`);
  };
  for (const root of Object.values(objectBody(exampleOf(type, size, changes)))) walk(root, '');
  return elements;
}

const differences = (a: Elements, b: Elements): string[] =>
  [...new Set([...a.keys(), ...b.keys()])].filter((path) => a.get(path) !== b.get(path));

const schemaOf = (type: PropertyType, name: FieldName): z.ZodType =>
  (FIELDS_OF[type].shape as Record<string, z.ZodType>)[name]!;
const namesOf = (type: PropertyType) => Object.keys(FIELDS_OF[type].shape) as FieldName[];

const TEXTS = { texts: { country: fc.constantFrom('DEU', 'AUT') } };
const SAMPLES = { numRuns: 40, seed: 1 };

/** Every element that depends on the field, beside any other fields. */
function touchedBy(type: PropertyType, name: FieldName): Set<string> {
  const values = fc.sample(arbitraryOf(schemaOf(type, name), TEXTS), SAMPLES);
  const touched = new Set<string>();
  for (const size of ['smallest', 'full'] as const) {
    const before = elementsOf(type, without(type, name), size);
    for (const value of values) {
      const after = elementsOf(type, { [name]: value }, size);
      for (const path of differences(before, after)) touched.add(path);
    }
  }
  return touched;
}

/** A required field cannot be left out. */
const without = (type: PropertyType, name: FieldName): Record<string, unknown> =>
  schemaOf(type, name).safeParse(undefined).success ? { [name]: undefined } : {};

/** Elements that change with a field and say nothing of its value. */
const BESIDE: Readonly<Partial<Record<FieldName, readonly RegExp[]>>> = {
  additionalCosts: [/^additionalCosts\/(currency|priceIntervalType)$/],
  actualYearlyRentalIncome: [/^rentalIncomeActual\/(currency|priceIntervalType)$/],
  targetYearlyRentalIncome: [/^rentalIncomeTarget\/(currency|priceIntervalType)$/],
  additionalCostsIncludeHeatingCosts: [/^heatingCosts$/],
  hasCommission: [/^courtage\/courtage$/],
  commission: [/^courtage\/courtageNote$/],
  residentialEnergyCertificate: [/^energyCertificate\/energyCertificateAvailability$/],
  commercialEnergyCertificate: [/^energyCertificate\/energyCertificateAvailability$/],
  energyCertificateStatus: [/^energyCertificate\//, /^thermalCharacteristic$/, /^buildingEnergyRatingType$/,
    /^energyConsumptionContainsWarmWater$/],
  totalArea: [/^netFloorSpace$/],
}; // oxfmt-ignore

describe.each(PROPERTY_TYPE_NAMES)('the fields of the type %s', (type) => {
  it(`${type}: the fields that are not carried are those that the documentation names`, () => {
    const lost = namesOf(type).filter((name) => !(name in carries(type)));
    expect(lost.toSorted()).toEqual(NOT_CARRIED[type].toSorted());
    expect(Object.keys(carries(type)).filter((name) => !(name in FIELDS_OF[type].shape))).toEqual([]);
  });

  it.each(namesOf(type))(`${type}: %s changes the body where the table says, or is not carried`, (name) => {
    const carried = carries(type)[name] ?? [];
    const touched = [...touchedBy(type, name)];
    expect(touched.some((path) => carried.includes(path))).toBe(carried.length > 0);
    const elsewhere = touched.filter(
      (path) => !carried.includes(path) && !BESIDE[name]?.some((beside) => beside.test(path)),
    );
    expect(elsewhere).toEqual([]);
  });

  it(`${type}: every field that is set and not carried gives a warning`, () => {
    const example = exampleOf(type, 'full', type.includes('Investment') ? { usableArea: undefined } : {});
    const { fields } = example;
    const leftOut = fieldProblems(example)
      .filter(({ code }) => code === 'value_left_out')
      .map(({ field }) => field);
    const lost = NOT_CARRIED[type].filter((name) => fields[name] !== undefined);
    expect(leftOut.toSorted()).toEqual(lost.map((name) => `fields.${name}`).toSorted());
  });
});

/** Two values of the API that are one on the marketplace. */
const MERGED: readonly string[] = ['apartmentType apartment = floor'];

describe('the values of enumerated fields', () => {
  it.each(PROPERTY_TYPE_NAMES)(
    '%s: each value gives another body, or stands in the list of merged ones',
    (type) => {
      for (const name of Object.keys(carries(type)) as FieldName[]) {
        const options = optionsOf(schemaOf(type, name));
        const first = new Map<string, string>();
        for (const option of options) {
          const { fields, ...others } = exampleOf(type, 'smallest', { [name]: option });
          const body = JSON.stringify(objectBody({ ...others, fields }));
          const same = first.get(body);
          if (same !== undefined) expect(MERGED).toContain(`${name} ${same} = ${option}`);
          else first.set(body, option);
        }
      }
    },
  );

  it('the kind of every type with a kind is enumerated', () => {
    for (const { name, ...definition } of Object.values(PROPERTY_TYPES)) {
      if ('kind' in definition && definition.kind !== undefined)
        expect(optionsOf(schemaOf(name, definition.kind)).length).toBeGreaterThan(2);
    }
  });
});

function optionsOf(schema: z.ZodType): readonly string[] {
  const inner = 'unwrap' in schema ? (schema as z.ZodOptional).unwrap() : schema;
  return 'options' in inner ? (inner as unknown as z.ZodEnum).options.map(String) : [];
}

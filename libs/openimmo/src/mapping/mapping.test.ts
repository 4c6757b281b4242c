import { FIELDS_OF, PROPERTY_TYPE_NAMES, PROPERTY_TYPES } from '@estate/contracts';
import type { AnyFields, FieldName, PropertyType } from '@estate/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fieldsOf } from '../test-support/random-fields.ts';
import { element } from '../write/xml.ts';
import type { XmlElement } from '../write/xml.ts';
import { CATEGORIES } from './categories.ts';
import { carries, leftOut, writeSection } from './mapping.ts';
import { SECTIONS } from './rows.ts';
import type { Section } from './rows.ts';

const SAMPLES = { numRuns: 250, seed: 16 };

/** What a section says, every text and attribute by its path, and the fields that it has looked at. */
interface WrittenSection {
  name: Section;
  values: ReadonlyMap<string, string>;
  looksAt: ReadonlySet<PropertyKey>;
}

/** The same fields; those that somebody looks at are noted. */
function watched(fields: AnyFields, looksAt: Set<PropertyKey>): AnyFields {
  const noted = <T>(name: PropertyKey, value: T): T => {
    looksAt.add(name);
    return value;
  };
  return new Proxy(fields, {
    get: (all, name) => noted(name, Reflect.get(all, name) as unknown),
    has: (all, name) => noted(name, Reflect.has(all, name)),
    getOwnPropertyDescriptor: (all, name) => noted(name, Reflect.getOwnPropertyDescriptor(all, name)),
    ownKeys: (all) => Reflect.ownKeys(all).map((name) => noted(name, name)),
  });
}

function valuesOf(name: Section, type: PropertyType, fields: AnyFields): WrittenSection['values'] {
  const values = new Map<string, string>();
  const section = writeSection(name, { type, fields });
  if (section) collect(section, section.name, values);
  return values;
}

/** The sections that carry fields. */
const writtenSections = (type: PropertyType, fields: AnyFields): WrittenSection[] =>
  (Object.keys(SECTIONS) as Section[]).map((name) => {
    const looksAt = new Set<PropertyKey>();
    return { name, values: valuesOf(name, type, watched(fields, looksAt)), looksAt };
  });

function collect({ attributes, content }: XmlElement, path: string, values: Map<string, string>): void {
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined) values.set(`${path}/@${name}`, String(value));
  if (typeof content !== 'object') values.set(path, String(content));
  else for (const child of content) if (child) collect(child, `${path}/${child.name}`, values);
}

const differences = (one: WrittenSection['values'], other: WrittenSection['values']): string[] =>
  [...new Set([...one.keys(), ...other.keys()])].filter((path) => one.get(path) !== other.get(path));

const isWithin = (path: string, declared: string) => path === declared || path.startsWith(`${declared}/`);

/** A value that makes an element appear brings the other attributes of the element with it. */
const isBeside = (path: string, declared: string) =>
  declared.includes('/@') && isWithin(path, declared.replace(/\/@.*/, ''));

function withoutField(fields: AnyFields, name: FieldName): AnyFields {
  if (name !== 'address') return { ...fields, [name]: undefined };
  const address = { street: '', postalCode: '', city: '', country: 'IMN', publish: !fields.address.publish };
  return { ...fields, address };
}

interface Sample {
  fields: AnyFields;
  whole: readonly WrittenSection[];
}

/** The paths that change in some random property of a type when it loses a field; what has not looked at the field stays as it is. */
function changedBy(field: FieldName, samples: readonly Sample[], type: PropertyType): Set<string> {
  const changed = new Set<string>();
  for (const { fields, whole } of samples) {
    if (fields[field] === undefined) continue;
    const less = withoutField(fields, field);
    for (const { name, values } of whole.filter(({ looksAt }) => looksAt.has(field)))
      for (const path of differences(values, valuesOf(name, type, less))) changed.add(path);
  }
  return changed;
}

const namesOf = (type: PropertyType) => Object.keys(FIELDS_OF[type].shape) as FieldName[];

describe('a field of a property of type', () => {
  it.each(PROPERTY_TYPE_NAMES)('%s lands exactly where it is said to land, or is left out', (type) => {
    const samples = fc
      .sample(fieldsOf(type), SAMPLES)
      .map((fields) => ({ fields, whole: writtenSections(type, fields) }));
    for (const name of namesOf(type)) {
      const declared = carries(type)[name] ?? [];
      const changed = [...changedBy(name, samples, type)];
      const undeclared = changed.filter(
        (path) => !declared.some((one) => isWithin(path, one) || isBeside(path, one)),
      );
      const unused = declared.filter((one) => !changed.some((path) => isWithin(path, one)));
      expect({ name, undeclared, unused }).toEqual({ name, undeclared: [], unused: [] });
      const given = samples.find(({ fields }) => fields[name] !== undefined);
      const isLeftOut = given !== undefined && leftOut({ type, fields: given.fields }).fields.includes(name);
      expect([name, isLeftOut]).toEqual([name, declared.length === 0]);
    }
  });

  it.each(PROPERTY_TYPE_NAMES)('%s has a place in the format, unless it is named here', (type) => {
    const ofLand = ['energyCertificateStatus', 'commercialEnergyCertificate'];
    const isWithoutPass = CATEGORIES[type].building === undefined;
    const expected = namesOf(type).filter(
      (name) => /^(driving|walking)Time/.test(name) || (isWithoutPass && ofLand.includes(name)),
    );
    expect(namesOf(type).filter((name) => !(name in carries(type)))).toEqual(expected);
  });
});

const ABSENT = '(absent)';

/** Values of a field that the format says alike; those that it says like nothing at all stand with `(absent)`. */
const ALIKE: Partial<Record<string, readonly string[]>> = {
  'apartmentType': ['groundFloor = upperGroundFloor'],
  'commercialPlotType': [`${ABSENT} = commercial`],
  'energyCertificateStatus': [`${ABSENT} = present`],
  'flooringType': [`${ABSENT} = customizable = none`, 'carpet = officeCarpet', 'concrete = epoxyResin'],
  'officeType': ['loft = studio'],
  'petsAllowed': [`${ABSENT} = negotiable`],
  'residentialInvestmentType': [`${ABSENT} = apartment = other = singleFamily`],
}; // oxfmt-ignore

/** These have the same words as others on purpose, because nothing else is meant. */
const MEANS_NOTHING_ELSE = ['commercial'];

const optionsOf = (schema: unknown): readonly string[] | undefined => {
  if (schema instanceof z.ZodOptional) return optionsOf(schema.unwrap());
  return schema instanceof z.ZodEnum ? (schema.options as string[]) : undefined;
};

/** Groups of values that give the same document. */
function alike(type: PropertyType, name: FieldName, options: readonly string[]): string[] {
  const { schema, examples } = PROPERTY_TYPES[type];
  const base = schema.parse(examples.smallest) as AnyFields;
  const groups = new Map<string, string[]>();
  for (const value of [ABSENT, ...options]) {
    const fields = { ...base, [name]: value === ABSENT ? undefined : value };
    const key = JSON.stringify(writtenSections(type, fields).map(({ values }) => [...values]));
    groups.set(key, [...(groups.get(key) ?? []), value]);
  }
  return [...groups.values()].filter((group) => group.length > 1).map((group) => group.sort().join(' = ')).sort();
} // oxfmt-ignore

describe('an enumerated field of a property of type', () => {
  it.each(PROPERTY_TYPE_NAMES)('%s gives another document for each value, unless it is named here', (type) => {
    for (const name of namesOf(type)) {
      const options = optionsOf(FIELDS_OF[type].shape[name as keyof object]);
      if (options === undefined || !(name in carries(type))) continue;
      expect([name, alike(type, name, options)]).toEqual([name, ALIKE[name] ?? []]);
      const silent = (ALIKE[name] ?? []).filter((group) => group.startsWith(ABSENT)).flatMap((group) => group.split(' = ').slice(1));
      const lost = silent.filter((value) => !MEANS_NOTHING_ELSE.includes(value));
      const base = PROPERTY_TYPES[type].examples.smallest as AnyFields;
      const named = options.filter((value) =>
        leftOut({ type, fields: { ...base, [name]: value } }).values.includes(name),
      );
      expect([name, named.sort()]).toEqual([name, lost.sort()]);
    }
  }); // oxfmt-ignore
});

describe('the category of a property of type', () => {
  it.each(PROPERTY_TYPE_NAMES)('%s is written from what is kept of a deleted property', (type) => {
    const { kind } = PROPERTY_TYPES[type];
    expect(CATEGORIES[type].kind?.field).toBe(kind);
  });
});

describe('a section', () => {
  it('without any value is not written', () => {
    const address = { street: 'A', postalCode: '1', city: 'B', country: 'DEU', publish: true };
    const source = { type: 'plotBuy', fields: { address } } as const;
    expect(writeSection('flaechen', source)).toBeUndefined();
    expect(writeSection('geo', source)).toEqual(
      element('geo', {}, expect.arrayContaining([element('plz', {}, '1')]) as XmlElement[]),
    );
  });
});

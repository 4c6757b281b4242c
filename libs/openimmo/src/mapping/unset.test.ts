import { FIELDS_OF, PROPERTY_TYPE_NAMES, PROPERTY_TYPES } from '@estate/contracts';
import type { AnyFields, PropertyType } from '@estate/contracts';
import { describe, expect, it } from 'vitest';
import type { XmlElement } from '../write/xml.ts';
import { writeSection } from './mapping.ts';
import { SECTIONS } from './rows.ts';
import type { Section } from './rows.ts';

/** The type and the contract say these: they are no fields, or always have a value. */
const ALWAYS = [
  /^objektkategorie\/(nutzungsart|vermarktungsart)\//,
  /^objektkategorie\/objektart\//,
  /^geo\/(plz|ort)$/,
  /^geo\/land\/@iso_land$/,
  /^preise\/waehrung\/@iso_waehrung$/,
  /^verwaltung_objekt\/objektadresse_freigeben$/,
];

function* valuesIn({ name, attributes, content }: XmlElement, above = ''): Generator<string> {
  const path = `${above}${name}`;
  for (const [attribute, value] of Object.entries(attributes))
    if (value !== undefined) yield `${path}/@${attribute}`;
  if (typeof content !== 'object') yield path;
  else for (const child of content) if (child !== undefined) yield* valuesIn(child, `${path}/`);
}

/** The elements of an object that has these fields alone. */
function writtenOf(type: PropertyType, fields: Partial<AnyFields>): string[] {
  const address = { postalCode: '50667', city: 'Köln', country: 'DEU', publish: true };
  return (Object.keys(SECTIONS) as Section[])
    .flatMap((name) => writeSection(name, { type, fields: { address, ...fields } }) ?? [])
    .flatMap((section) => [...valuesIn(section)])
    .filter((path) => !ALWAYS.some((pattern) => pattern.test(path)));
}

describe('an object of type', () => {
  it.each(PROPERTY_TYPE_NAMES)('%s says nothing of a field that is not set', (type) => {
    expect(writtenOf(type, {})).toEqual([]);
  });

  it.each(PROPERTY_TYPE_NAMES)('%s has an element only for a field that has a value', (type) => {
    const full = FIELDS_OF[type].parse(PROPERTY_TYPES[type].examples.full) as AnyFields;
    const { address: _, ...fields } = full;
    const all = writtenOf(type, fields);
    for (const name of Object.keys(fields)) {
      const without = writtenOf(type, { ...fields, [name]: undefined });
      // A kind of parking space that is not known has an element of its own.
      const added = without.filter((path) => !all.includes(path) && !path.startsWith('preise/stp_sonstige'));
      expect([name, added]).toEqual([name, []]);
    }
  });
});

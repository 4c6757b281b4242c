import { FIELDS, PROPERTY_TYPE_NAMES } from '@estate/contracts';
import type { AnyFields, FieldInfo, FieldName, Label } from '@estate/contracts';
import { describe, expect, it } from 'vitest';
import { CATEGORIES, words as german } from '@estate/openimmo';

/**
 * OpenImmo has German words, and values of the API have English names: the label of a value resembles them more than any
 * other label of its field does.
 */
type Words = Readonly<Record<string, string | undefined>>;

const lettersOf = (text: string): string =>
  text.toUpperCase().replaceAll('Ä', 'AE').replaceAll('Ö', 'OE').replaceAll('Ü', 'UE').replaceAll('ß', 'SS')
    .replace(/[^A-Z]/g, ''); // oxfmt-ignore

/** The length of the longest text that is in both. */
function likeness(one: string, other: string): number {
  for (let length = Math.min(one.length, other.length); length > 0; length -= 1)
    for (let start = 0; start + length <= one.length; start += 1)
      if (other.includes(one.slice(start, start + length))) return length;
  return 0;
}

/** The values whose label is less like their word than another label is, or not like it at all. */
function mislabelled(words: Words, labels: Readonly<Record<string, Label>>, language: keyof Label): string[] {
  const score = (value: string, word: string) => likeness(lettersOf(labels[value]![language]), lettersOf(word));
  return Object.entries(words)
    .filter(([value, word]) => {
      if (word === undefined) return false;
      const own = score(value, word);
      const others = Object.keys(labels).filter((other) => words[other] !== word && other !== value);
      return own < 3 || others.some((other) => score(other, word) > own);
    })
    .map(([value]) => value);
} // oxfmt-ignore

const labelsOf = (name: FieldName, part?: string): Readonly<Record<string, Label>> => {
  const { values, parts }: FieldInfo = FIELDS[name];
  const labels = part === undefined ? values : parts?.[part]?.values;
  if (!labels) throw new Error(`${name} has no labels`);
  return labels;
};

/** The German words of the kinds of a type. */
function kinds(name: FieldName): Words {
  const type = PROPERTY_TYPE_NAMES.find((one) => CATEGORIES[one].kind?.field === name);
  const kind = type && CATEGORIES[type].kind;
  const wordOf = (value: string) => kind?.word({ [name]: value } as unknown as AnyFields);
  return Object.fromEntries(Object.keys(labelsOf(name)).map((value) => [value, wordOf(value)]));
}

const namesOf = (labels: Readonly<Record<string, Label>>): Words =>
  Object.fromEntries(Object.keys(labels).map((name) => [name, name]));

/** Values whose English label is another word than their name. */
const OTHERWISE: Readonly<Partial<Record<FieldName, readonly string[]>>> = {
  apartmentType: ['upperGroundFloor'],
  condition: ['mint'],
  flooringType: ['customizable'],
  heatingType: ['floor'],
  houseType: ['singleFamily', 'endTerrace'],
  officeType: ['doctorsOfficeBuilding'],
  petsAllowed: ['no'],
  residentialInvestmentType: ['singleFamily'],
};

describe('a label is like the word of the format', () => {
  it.each<[FieldName, Words, readonly string[]]>([
    ['apartmentType', kinds('apartmentType'), ['upperGroundFloor', 'other']],
    ['houseType', kinds('houseType'), ['other']],
    ['officeType', kinds('officeType'), []],
    ['retailType', kinds('retailType'), []],
    ['gastronomyType', kinds('gastronomyType'), ['club']],
    ['industrialType', kinds('industrialType'), []],
    ['commercialPlotType', kinds('commercialPlotType'), []],
    ['residentialInvestmentType', kinds('residentialInvestmentType'), []],
    ['commercialInvestmentType', kinds('commercialInvestmentType'), []],
    ['parkingSpaceType', kinds('parkingSpaceType'), []],
    ['condition', german.CONDITIONS, ['demolitionReady']],
    ['interiorQuality', german.QUALITIES, ['standard']],
    ['heatingType', german.HEATING_TYPES, []],
    ['flooringType', german.FLOORINGS, ['concrete', 'epoxyResin', 'pvc']],
    ['buildingRegulation', german.BUILDING_REGULATIONS, []],
    ['development', german.DEVELOPMENTS, ['developed']],
  ])('%s in German, but for those that have another word', (name, words, otherwise) => {
    expect(mislabelled(words, labelsOf(name), 'de')).toEqual(otherwise);
  });

  const enumerated = (Object.keys(FIELDS) as FieldName[]).filter((name) => 'values' in FIELDS[name]);
  it.each(enumerated)('%s in English, but for those that have another word', (name) => {
    const labels = labelsOf(name);
    expect(mislabelled(namesOf(labels), labels, 'en')).toEqual(OTHERWISE[name] ?? []);
  });

  it.each(['residentialEnergyCertificate', 'commercialEnergyCertificate'] as const)(
    '%s in its parts',
    (name) => {
      const sources = labelsOf(name, 'energySource');
      expect(mislabelled(german.ENERGY_SOURCES, sources, 'de')).toEqual([]);
      expect(mislabelled(namesOf(sources), sources, 'en')).toEqual(['water']);
      const types = labelsOf(name, 'type');
      expect(mislabelled({ need: 'BEDARF', consumption: 'VERBRAUCH' }, types, 'de')).toEqual([]);
      expect(mislabelled(namesOf(types), types, 'en')).toEqual([]);
    },
  );
});

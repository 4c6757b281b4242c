import { isPlausible, NUMBER_RULES, PROPERTY_TYPES, usualRange } from '@estate/contracts';
import type {
  AnyFields,
  NumberName,
  PropertySnapshot,
  PropertyType,
  PublicationProblem,
} from '@estate/contracts';
import { warning } from './problems.ts';

type NumberField = {
  [K in keyof AnyFields]-?: NonNullable<AnyFields[K]> extends number ? K : never;
}[keyof AnyFields];

/** A field that should not be larger than another one. */
interface Comparison {
  field: NumberField;
  most: NumberField;
  applies?: (fields: AnyFields) => boolean;
}

const COMPARISONS: readonly Comparison[] = [
  { field: 'baseRent', most: 'totalRent' },
  {
    field: 'heatingCosts',
    most: 'additionalCosts',
    applies: ({ additionalCostsIncludeHeatingCosts }) => additionalCostsIncludeHeatingCosts === true,
  },
  { field: 'usableArea', most: 'totalArea' },
  { field: 'rentableArea', most: 'totalArea' },
];

/** Warns of contradictory or implausible values. They are sent unchanged: real properties have some. */
export const doubtfulValues = (snapshot: PropertySnapshot): PublicationProblem[] => [
  ...contradictions(snapshot),
  ...unusualNumbers(snapshot.fields),
];

const CERTIFICATES = ['residentialEnergyCertificate', 'commercialEnergyCertificate'] as const;

function unusualNumbers(fields: AnyFields): PublicationProblem[] {
  const parts = CERTIFICATES.flatMap((name) =>
    Object.entries(fields[name] ?? {}).map(([part, value]) => ({
      name: part,
      path: `${name}.${part}`,
      value,
    })),
  );
  const all = [...Object.entries(fields).map(([name, value]) => ({ name, path: name, value })), ...parts];
  return all.flatMap(({ name, path, value }) => {
    if (typeof value !== 'number' || !(name in NUMBER_RULES) || isPlausible(name as NumberName, value))
      return [];
    return [
      warning('outside_plausible', `fields.${path}`, { number: value, ...usualRange(name as NumberName) }),
    ];
  });
}

function contradictions({ type, fields }: PropertySnapshot): PublicationProblem[] {
  const comparisons: Comparison[] = [...COMPARISONS, { field: 'divisibleFrom', most: areaOf(type) }];
  return comparisons
    .filter(({ applies }) => applies?.(fields) ?? true)
    .filter(({ field, most }) => (fields[field] ?? -Infinity) > (fields[most] ?? Infinity))
    .map(({ field, most }) => warning('larger_than', `fields.${field}`, { otherField: `fields.${most}` }));
}

/** The area that can be divided: the land of a plot, the rooms of a building. */
const areaOf = (type: PropertyType): 'plotArea' | 'usableArea' =>
  (PROPERTY_TYPES[type].unusual as readonly string[]).includes('usableArea') ? 'plotArea' : 'usableArea';

import { FIELDS_OF } from '@estate/contracts';
import type { AnyFields, PropertyType } from '@estate/contracts';
import fc from 'fast-check';
import { shownFieldsOf } from './shown-fields.ts';

/** The facts of a property that decide about an offer. Absent ones are undefined, so that nothing may replace them. */
export interface MainFacts {
  type: PropertyType | undefined;
  purchasePrice: number | undefined;
  isOnRequest: boolean;
  baseRent: number | undefined;
  totalRent: number | undefined;
  yearlyRent: number | undefined;
  livingArea: number | undefined;
  usableArea: number | undefined;
  totalArea: number | undefined;
  plotArea: number | undefined;
  numberOfRooms: number | undefined;
  postalCode: string | undefined;
  city: string | undefined;
  country: string | undefined;
  commission: string | undefined;
  /** The flag beside the text of the commission. */
  hasCommission: boolean | undefined;
}

/** The elements of the schema for each area and for the rooms. */
const ELEMENTS = {
  livingArea: ['flaechen/wohnflaeche'],
  usableArea: ['flaechen/nutzflaeche'],
  totalArea: ['flaechen/gesamtflaeche'],
  plotArea: ['flaechen/grundstuecksflaeche'],
  numberOfRooms: ['flaechen/anzahl_zimmer'],
} as const;
/** The element for the area of premises, in addition to `nutzflaeche`. */
const OWN_AREAS: readonly (readonly [type: RegExp, element: string])[] = [
  [/^office/, 'flaechen/bueroflaeche'],
  [/^retail/, 'flaechen/verkaufsflaeche'],
  [/^gastronomy/, 'flaechen/gastroflaeche'],
  [/^industrial/, 'flaechen/lagerflaeche'],
];

type MeasuredName = keyof typeof ELEMENTS;

/** The elements of a type for each area and for the rooms. */
export function areaPathsOf(type: PropertyType): Readonly<Record<MeasuredName, readonly string[]>> {
  const own = OWN_AREAS.filter(([of]) => of.test(type)).map(([, path]) => path);
  return { ...ELEMENTS, usableArea: [...ELEMENTS.usableArea, ...own] };
}

/** Texts of commissions with their meaning; `k.A.` has none. */
const COMMISSIONS: readonly (readonly [text: string | undefined, says: boolean | undefined])[] = [
  ['3,57 % inkl. MwSt.', true],
  ['2 Monatsmieten', true],
  ['provisionsfrei', false],
  ['keine', false],
  ['siehe Exposé', undefined],
  ['k.A.', undefined],
  [undefined, undefined],
];

const someCommission = fc
  .constantFrom(...COMMISSIONS)
  .chain(([commission, says]) =>
    fc
      .constantFrom(...(says === undefined ? [true, false, undefined] : [says, undefined]))
      .map((hasCommission) => ({ commission, hasCommission })),
  );

const town = fc
  .array(fc.constantFrom(...Array.from('aeiouäöüßÄÖÜélnrst &-.')), { maxLength: 40 })
  .map((letters) => `M${letters.join('')}`.replaceAll(/ +/g, ' ').trim());

/** Properties whose texts among the main facts are written by people, so that their meaning is clear. */
export const plainFieldsOf = (type: PropertyType): fc.Arbitrary<AnyFields> =>
  fc
    .record({
      fields: shownFieldsOf(type),
      commission: someCommission,
      place: fc.record({ city: town, postalCode: fc.stringMatching(/^\d{4,5}$/) }),
    })
    .map(({ fields: { address, commissionDescription: _note, ...fields }, commission, place }) => ({
      ...fields,
      ...(commission.commission !== undefined && { commission: commission.commission }),
      ...commission,
      address: { ...address, ...place },
    }))
    .map((fields) => FIELDS_OF[type].parse(withoutUndefined(fields)) as AnyFields);

const withoutUndefined = (fields: object) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

const filled = (value: number | undefined): number | undefined => (value === 0 ? undefined : value);

/** The facts that a document of the property without these elements must have, by the meaning of the elements in the schema. */
export function mainFactsOf(type: PropertyType, fields: AnyFields, missing: readonly string[]): MainFacts {
  const isSale = type.endsWith('Buy');
  const purchasePrice = fields.purchasePriceOnRequest ? undefined : filled(fields.purchasePrice);
  const { postalCode, city, country } = fields.address;
  return {
    type,
    purchasePrice,
    isOnRequest: isSale && purchasePrice === undefined,
    baseRent: filled(fields.baseRent),
    totalRent: filled(fields.totalRent),
    yearlyRent: filled(fields.yearlyRent),
    livingArea: measured('livingArea'),
    usableArea: measured('usableArea'),
    totalArea: measured('totalArea'),
    plotArea: measured('plotArea'),
    numberOfRooms: measured('numberOfRooms'),
    ...{ postalCode, city },
    country: missing.includes('geo/land') ? 'DEU' : country,
    ...commissionIn(fields),
  };

  function measured(name: MeasuredName): number | undefined {
    return areaPathsOf(type)[name].some((path) => !missing.includes(path)) ? filled(fields[name]) : undefined;
  }
}

/** True if a text of a commission means that one is due. */
export const saysCommission = (commission: string | undefined): boolean | undefined =>
  COMMISSIONS.find(([text]) => text === commission)?.[1];
export const isCommissionText = (text: string | undefined): boolean => text !== undefined && text !== 'k.A.';

/** The commission; its text decides alone, and the flag of the format only duplicates it. */
const commissionIn = ({ commission, hasCommission }: AnyFields) => ({
  commission: isCommissionText(commission) ? commission : undefined,
  hasCommission: saysCommission(commission) === undefined ? hasCommission : undefined,
});

/** The same facts of a property that was read. */
export function readFactsOf(type: PropertyType | undefined, fields: Partial<AnyFields> = {}): MainFacts {
  const { purchasePrice, baseRent, totalRent, yearlyRent, livingArea, usableArea, totalArea, plotArea } =
    fields;
  const { address, numberOfRooms, commission, hasCommission } = fields;
  return {
    ...{ type, purchasePrice, isOnRequest: fields.purchasePriceOnRequest === true },
    ...{ baseRent, totalRent, yearlyRent, livingArea, usableArea, totalArea, plotArea, numberOfRooms },
    ...{ postalCode: address?.postalCode, city: address?.city, country: address?.country },
    ...{ commission, hasCommission },
  };
}

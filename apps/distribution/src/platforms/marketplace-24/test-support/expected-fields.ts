import { isCommissionDue, isUnsaid } from '@estate/contracts';
import type { AnyFields, FieldName, PropertyType } from '@estate/contracts';
import { NOT_CARRIED } from './not-carried.ts';
import { asLine, asNote, isNote } from './shown-text.ts';

type Values = Record<string, unknown>;

const ENERGY: readonly FieldName[] = [
  'energyCertificateStatus',
  'residentialEnergyCertificate',
  'commercialEnergyCertificate',
];

/** A missing kind is shown as another one if the marketplace has no value for no information. */
const KIND_WITHOUT: Readonly<Partial<Record<PropertyType, readonly [FieldName, string]>>> = {
  officeBuy: ['officeType', 'office'],
  officeRent: ['officeType', 'office'],
  industrialBuy: ['industrialType', 'hall'],
  industrialRent: ['industrialType', 'hall'],
  commercialPlotBuy: ['commercialPlotType', 'commercial'],
  residentialInvestmentBuy: ['residentialInvestmentType', 'other'],
  commercialInvestmentBuy: ['commercialInvestmentType', 'other'],
};

/** The fields that a reader must find, except energy: those of the property without those that the marketplace cannot show. */
export function expectedFields(type: PropertyType, fields: AnyFields): Values {
  const { address, ...others } = fields;
  const lost: readonly string[] = [...NOT_CARRIED[type], ...ENERGY];
  const shown = Object.entries(others).filter(([name]) => !lost.includes(name));
  const [kind, without] = KIND_WITHOUT[type] ?? [];
  const all: Values = {
    ...(kind && { [kind]: without }),
    ...Object.fromEntries(shown),
    ...placeOf(address),
    ...kindOf(fields),
    ...priceOf(fields),
    ...commissionOf(fields),
    ...areasOf(type, fields),
  };
  const texts = Object.entries(all).map(([name, value]) => [name, shownOf(name, value)] as const);
  return Object.fromEntries(texts.filter(([, value]) => value !== undefined && value !== ''));
}

function shownOf(name: string, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  return isNote(name) ? asNote(value) : asLine(value);
}

function placeOf({ country, region, ...address }: AnyFields['address']): Values {
  const isAbroad = country !== 'DEU';
  const parts = {
    ...address,
    country: isAbroad ? country : undefined,
    region: isAbroad ? region : undefined,
  };
  return Object.fromEntries(Object.entries(parts).map(([name, value]) => [`address.${name}`, value]));
}

/** The kind and the floor: two kinds share one value, and there are no floors below the first basement. */
const kindOf = ({ apartmentType, floor }: AnyFields): Values => ({
  apartmentType: apartmentType === 'floor' ? 'apartment' : apartmentType,
  floor: floor === undefined ? undefined : Math.max(floor, -1),
});

/** The price: a property without one is shown as on request, and heating costs are part of the other costs or not. */
function priceOf(fields: AnyFields): Values {
  const { purchasePrice, purchasePriceOnRequest, heatingCosts } = fields;
  const { additionalCostsIncludeHeatingCosts: included } = fields;
  const knownHeatingCosts = included === undefined ? {} : { heatingCosts };
  const isHidden = purchasePriceOnRequest === true || purchasePrice === 0;
  return {
    purchasePrice: isHidden ? undefined : purchasePrice,
    purchasePriceOnRequest: isHidden ? true : undefined,
    heatingCosts: undefined,
    ...knownHeatingCosts,
  };
}

const MAX_COURTAGE_NOTE = 500;

const MAX_COURTAGE = 100;

/** The text in one line; texts for "not filled in" are not shown. */
const saidLine = (text: string): string => (isUnsaid(asLine(text)) ? '' : asLine(text));

/** The commission: a note beside NO is refused, and replaces a missing amount. */
function commissionOf({ hasCommission, commission = '', commissionDescription = '' }: AnyFields): Values {
  const [text, note] = [saidLine(commission), saidLine(commissionDescription)];
  const isDue = isCommissionDue({ hasCommission, commission: text });
  const nothing = { hasCommission: isDue, commission: undefined, commissionDescription: undefined };
  if (isDue !== true) return nothing;
  if (text === '') return { ...nothing, commission: note.slice(0, MAX_COURTAGE).trim() };
  return { hasCommission: true, commission: text, commissionDescription: note.slice(0, MAX_COURTAGE_NOTE) };
}

const LARGEST_GARAGE_M2 = 99.99;

function areasOf(type: PropertyType, { rentableArea, usableArea, totalArea }: AnyFields): Values {
  if (type.startsWith('parkingSpace'))
    return { usableArea: (usableArea ?? 0) > LARGEST_GARAGE_M2 ? undefined : usableArea };
  if (!type.includes('Investment')) return {};
  return { rentableArea: rentableArea ?? usableArea ?? totalArea, usableArea: undefined };
}

import { isCommissionDue } from '@estate/contracts';
import type { AnyFields, PropertyType } from '@estate/contracts';

type Home = NonNullable<AnyFields['residentialEnergyCertificate']>;
type Commerce = NonNullable<AnyFields['commercialEnergyCertificate']>;

/** Values of the API that share the format's word for another one. */
const MERGED: Record<string, Record<string, string>> = {
  apartmentType: { upperGroundFloor: 'groundFloor' },
  officeType: { studio: 'loft' },
  flooringType: { epoxyResin: 'concrete', officeCarpet: 'carpet' },
};

/** Values of the API that the format cannot express. */
export const UNSAYABLE: Record<string, readonly string[]> = {
  petsAllowed: ['negotiable'],
  flooringType: ['customizable', 'none'],
  residentialInvestmentType: ['singleFamily', 'apartment', 'other'],
};

function merged<F extends keyof AnyFields>(name: F, fields: AnyFields): string | undefined {
  const value = fields[name] as string | undefined;
  if (value === undefined || UNSAYABLE[name]?.includes(value)) return undefined;
  return MERGED[name]?.[value] ?? value;
}

interface Said {
  /** The field for the kind of the object, or its fixed kind. */
  kind: keyof AnyFields | { always: string };
  /** The kind if none is given. */
  otherwise?: string;
  /** The kind of building in an energy certificate; absent if there is none. */
  building?: 'wohn' | 'nichtwohn';
}

const home = (kind: Said['kind']): Said => ({ kind, building: 'wohn' });
const commerce = (kind: Said['kind']): Said => ({ kind, building: 'nichtwohn' });

const SAID: Readonly<Record<PropertyType, Said>> = {
  apartmentBuy: home('apartmentType'),
  apartmentRent: home('apartmentType'),
  houseBuy: home('houseType'),
  houseRent: home('houseType'),
  plotBuy: { kind: { always: 'living' } },
  plotRent: { kind: { always: 'living' } },
  officeBuy: commerce('officeType'),
  officeRent: commerce('officeType'),
  retailBuy: commerce('retailType'),
  retailRent: commerce('retailType'),
  gastronomyBuy: commerce('gastronomyType'),
  gastronomyRent: commerce('gastronomyType'),
  industrialBuy: commerce('industrialType'),
  industrialRent: commerce('industrialType'),
  otherCommercialBuy: commerce({ always: 'any' }),
  otherCommercialRent: commerce({ always: 'any' }),
  parkingSpaceBuy: { kind: 'parkingSpaceType' },
  parkingSpaceRent: { kind: 'parkingSpaceType' },
  commercialPlotBuy: { kind: 'commercialPlotType', otherwise: 'commercial' },
  residentialInvestmentBuy: home('residentialInvestmentType'),
  commercialInvestmentBuy: commerce('commercialInvestmentType'),
};

/** True if the format has an energy certificate for objects of a type. */
export const hasPass = (type: PropertyType): boolean => SAID[type].building !== undefined;

/** The part of the fields that the format can express, in the shape of `readFields`. */
export function sayable(type: PropertyType, fields: AnyFields): Record<string, unknown> {
  const { address, petsAllowed: _, flooringType: __, ...others } = withoutKinds(type, fields);
  const places = Object.entries(address).map(([name, value]) => [`address.${name}`, value] as const);
  return said({
    ...others,
    ...Object.fromEntries(places),
    type,
    kind: kindOf(type, fields),
    ...areaByUse(type, fields),
    ...(hasPass(type) ? certificateValues(type, fields) : { firedBy: '' }),
    ...(type.endsWith('Buy') ? purchasePrice(fields) : {}),
    ...saidTwice(fields),
    petsAllowed: merged('petsAllowed', fields),
    flooringType: merged('flooringType', fields),
    heatingType: fields.heatingType === 'heatPump' ? undefined : fields.heatingType,
    hasHeatPump: hasHeatPump(type, fields) || undefined,
    hasCommission: undefined,
    availableFrom: fields.availableFrom?.split('-').reverse().join('.'),
    hasBalcony: fields.hasBalcony || undefined,
    numberOfParkingSpaces: fields.numberOfParkingSpaces || undefined,
  });
}

/** The fields without those that are expressed otherwise, or not at all. */
function withoutKinds(type: PropertyType, fields: AnyFields): AnyFields {
  const { kind } = SAID[type];
  const {
    drivingTimeToAirport: _da, drivingTimeToFreeway: _df, drivingTimeToTrainStation: _dt, walkingTimeToPublicTransit: _w,
    energyCertificateStatus: _s, residentialEnergyCertificate: _re, commercialEnergyCertificate: _ce,
    ...others
  } = fields; // oxfmt-ignore
  // The kind of a parking space is among the features, too.
  if (typeof kind !== 'string' || kind === 'parkingSpaceType') return others;
  return { ...others, [kind]: undefined };
}

/** True for a heat pump, which is a way of firing, and that of ambient heat. */
function hasHeatPump(type: PropertyType, fields: AnyFields): boolean {
  if (fields.heatingType === 'heatPump') return true;
  const { energySource, energySources = [] } =
    fields.residentialEnergyCertificate ?? fields.commercialEnergyCertificate ?? {};
  return hasPass(type) && [energySource, ...energySources].includes('ambientHeat');
}

function kindOf(type: PropertyType, fields: AnyFields): string | undefined {
  const { kind, otherwise } = SAID[type];
  return typeof kind === 'string' ? (merged(kind, fields) ?? otherwise) : kind.always;
}

const areaByUse = (type: PropertyType, { usableArea }: AnyFields) => ({
  storageArea: type.startsWith('industrial') ? usableArea : undefined,
  salesArea: type.startsWith('retail') ? usableArea : undefined,
  officeArea: type.startsWith('office') ? usableArea : undefined,
  guestArea: type.startsWith('gastronomy') ? usableArea : undefined,
});

function purchasePrice(fields: AnyFields) {
  const { purchasePrice: price, purchasePriceOnRequest: isOnRequest } = fields;
  if (isOnRequest === true) return { purchasePrice: 0, purchasePriceOnRequest: true };
  return { purchasePrice: price, purchasePriceOnRequest: isOnRequest };
}

const inCents = (amount: number) => Math.round(amount * 100) / 100;

/** Additional elements that follow from fields. */
function saidTwice(fields: AnyFields) {
  const { availableFrom, commission = '', deposit = '', hasCommission, targetYearlyRentalIncome } = fields;
  return {
    currency: 'EUR',
    isCommissionDue: isCommissionDue({ hasCommission, commission: sayableText(commission) }),
    rentWithCosts: rentWithCosts(fields),
    depositAmount: amountOf(deposit),
    targetPeriod: targetYearlyRentalIncome === undefined ? undefined : 'JAHR',
    availableOn: availableFrom?.startsWith('0000') ? undefined : availableFrom,
    ...parkingSpaces(fields),
  };
}

/** The amount of a text that contains nothing else, with or without the currency. */
function amountOf(text: string): number | undefined {
  if (text === '1.500,00 EUR') return 1500;
  const [, digits] = /^\s*(\d+(?:[.,]\d\d?)?)\s*(?:eur|€)?\s*$/i.exec(text) ?? [];
  return digits === undefined ? undefined : Number(digits.replace(',', '.'));
}

/** The running costs without heating, unless the share of heating is unknown. */
function rentWithCosts(fields: AnyFields): number | undefined {
  const { baseRent, additionalCosts, heatingCosts, additionalCostsIncludeHeatingCosts: included } = fields;
  if (baseRent === undefined || additionalCosts === undefined) return baseRent;
  if (!included) return inCents(baseRent + additionalCosts);
  if (heatingCosts === undefined || heatingCosts > additionalCosts) return undefined;
  return inCents(baseRent + inCents(additionalCosts - heatingCosts));
}

/** The parking spaces: a price has the number of its spaces; a known kind of space is named even without a price. */
function parkingSpaces(fields: AnyFields) {
  const {
    numberOfParkingSpaces: count,
    parkingSpacePurchasePrice,
    parkingSpaceRent,
    parkingSpaceType,
  } = fields;
  const hasPrice = parkingSpacePurchasePrice !== undefined || parkingSpaceRent !== undefined;
  return {
    pricedParkingSpaces: hasPrice || parkingSpaceType !== undefined ? count || undefined : undefined,
    otherParkingSpace: hasPrice && parkingSpaceType === undefined ? 'SONSTIGES' : undefined,
  };
}

function certificateValues(type: PropertyType, fields: AnyFields): Record<string, unknown> {
  const { residentialEnergyCertificate: home, commercialEnergyCertificate: other } = fields;
  const vintage = vintageOf(fields);
  const isEmpty = home === undefined && other === undefined && vintage === undefined;
  const { building } = SAID[type];
  return {
    firedBy: '',
    vintage,
    building: isEmpty ? undefined : building,
    ...(home && valuesOfHome(home)),
    ...(other && valuesOfCommerce(other)),
  };
}

/** Sources that share an attribute with another one, in the versions of the format that all portals support. */
const FIRED_AS: Readonly<Record<string, string>> = {
  localHeat: 'district',
  bioenergy: 'other',
  wind: 'other',
};

function firedBy({ energySource, energySources = [] }: Pick<Home, 'energySource' | 'energySources'>): string {
  const named = [energySource, ...energySources].filter(
    (source) => source !== undefined && source !== 'ambientHeat',
  );
  return [...new Set(named.map((source) => FIRED_AS[source] ?? source))].sort().join();
}

function valuesOfHome({ type, energySource, energySources = [], ...others }: Home) {
  const { energyNeed, energyConsumption, energyClass, warmWaterIncluded } = others;
  return {
    certificateType: type,
    energySource,
    firedBy: firedBy({ energySource, energySources }),
    energyClass,
    warmWaterIncluded,
    ...(type === 'need' ? { energyNeed } : { energyConsumption }),
  };
}

function valuesOfCommerce({ type, energySource, energySources, ...others }: Commerce) {
  const { energyNeed, powerNeed, heatNeed, powerConsumption, heatConsumption } = others;
  return {
    certificateType: type,
    energySource,
    firedBy: firedBy({ energySource, energySources }),
    ...(type === 'need'
      ? { energyNeed, power: powerNeed, heat: heatNeed }
      : { power: powerConsumption, heat: heatConsumption }),
  };
}

function vintageOf(fields: AnyFields): string | undefined {
  const { prior2014 } = fields.residentialEnergyCertificate ?? fields.commercialEnergyCertificate ?? {};
  if (prior2014 !== undefined) return prior2014 ? '2008' : '2014';
  const vintages = { present: undefined, notRequired: 'nicht_noetig', notYetPresent: 'bei_besichtigung' };
  return fields.energyCertificateStatus && vintages[fields.energyCertificateStatus];
}

const REQUIRED = /^(address\.(postalCode|city))$/;

/** Texts in the form that XML can hold; those without visible content are left out, or become a dash if required. */
export function said(values: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(values).map(([name, value]) => {
    // Decimals have no exponent, so unrealistically small values are rounded.
    if (typeof value === 'number') return [name, Number(value.toFixed(20))] as const;
    if (typeof value !== 'string') return [name, value] as const;
    const text = sayableText(value);
    return [name, text ?? (REQUIRED.test(name) ? '-' : undefined)] as const;
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined && value !== ''));
}

/**
 * A text in the characters of XML 1.0: only three control characters, no lone surrogates, no U+FFFE and U+FFFF, and one kind of line end.
 */
export function sayableText(text: string): string | undefined {
  const legal = Array.from(text).filter((character) => {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x20) return code === 9 || code === 10 || code === 13;
    return !(code >= 0xd800 && code <= 0xdfff) && code !== 0xfffe && code !== 0xffff;
  });
  const lines = legal.join('').replaceAll('\r\n', '\n').replaceAll('\r', '\n');
  return lines.trim() === '' ? undefined : lines;
}

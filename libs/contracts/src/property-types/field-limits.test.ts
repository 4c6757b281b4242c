import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { FIELDS } from './fields.ts';
import type { FieldInfo } from './field-info.ts';
import { FIELDS_OF, PROPERTY_TYPE_NAMES, PROPERTY_TYPES } from './index.ts';
import type { PropertyType } from './index.ts';

/** The values as their design names them, written down by hand and not taken from the groups. */
const VALUES: Readonly<Record<string, string>> = {
  apartmentType: `apartment attic maisonette penthouse loft terrace lowerGroundFloor groundFloor upperGroundFloor floor
    other`,
  buildingRegulation: 'developmentPlan neighbouringDevelopment outlyingArea',
  commercialInvestmentType: 'mall supermarket commercialBuilding officeBuilding industrial',
  commercialPlotType: 'recreation commercial agriculture',
  condition: `firstTimeUse mint requiresRefurbishment refurbished renovated modernised wellKept demolitionReady
    negotiable`,
  development: 'developed partiallyDeveloped undeveloped',
  energyCertificateStatus: 'present notYetPresent notRequired',
  flooringType: `concrete epoxyResin tiles planks laminate parquet pvc carpet officeCarpet antistatic stone customizable
    none`,
  gastronomyType: 'restaurant guestHouse hotel bar cafe club',
  heatingType: 'stove floor central district underfloor heatPump',
  houseType: 'singleFamily midTerrace endTerrace multiFamily bungalow semiDetached farm villa other',
  industrialType: 'hall industrialHall storage coldStorage highBayStorage shippingStorage shop service',
  interiorQuality: 'standard high luxury',
  officeType: 'loft studio office officeBuilding doctorsOffice doctorsOfficeBuilding',
  parkingSpaceType: 'garage undergroundGarage carport outdoor carPark duplex',
  petsAllowed: 'yes no negotiable',
  residentialInvestmentType: `multiFamily residentialAndCommercial housingEstate singleFamily apartment other`,
  salesStatus: 'open reserved sold',
  retailType: 'store mall departmentStore kiosk exhibitionSpace salesArea',
};

interface Limits {
  taken: readonly unknown[];
  refused: readonly unknown[];
}
const AMOUNT: Limits = { taken: [0, 0.01, 1e9], refused: [-0.01, 1e9 + 1, '1'] };
const AREA: Limits = { taken: [0.01, 1e6], refused: [0, -1, 1e6 + 1] };
const COUNT: Limits = { taken: [0, 99_999], refused: [-1, 0.5, 100_000] };
const YEAR: Limits = { taken: [1000, 9999], refused: [999, 10_000, 1990.5] };
const MINUTES: Limits = { taken: [0, 999], refused: [-1, 1000, 4.5] };
const NOTE: Limits = { taken: ['x'.repeat(3999)], refused: ['x'.repeat(4000)] };
const INDEX: Limits = { taken: [0, 9.99], refused: [-0.1, 10] };
const DEPOSIT: Limits = { taken: ['x'.repeat(50)], refused: ['x'.repeat(51), 1500] };

/** Limits, and units, of the fields that are not enumerated. */
const LIMITS: readonly (readonly [fields: string, limits: Limits, unit?: string])[] = [
  ['purchasePrice parkingSpacePurchasePrice', AMOUNT, 'EUR'],
  ['baseRent additionalCosts heatingCosts totalRent parkingSpaceRent condoFee monthlyRentalIncome', AMOUNT, 'EUR/month'],
  ['yearlyRent actualYearlyRentalIncome targetYearlyRentalIncome', AMOUNT, 'EUR/year'],
  ['livingArea usableArea totalArea rentableArea plotArea parkingArea', AREA, 'm²'],
  ['divisibleFrom', { taken: [1, 1e6], refused: [0.99, 1e6 + 1] }, 'm²'],
  ['hallHeight', { taken: [0.01, 999], refused: [0, 999.01] }, 'm'],
  ['drivingTimeToAirport drivingTimeToFreeway drivingTimeToTrainStation walkingTimeToPublicTransit', MINUTES, 'min'],
  ['numberOfBedrooms numberOfBathrooms numberOfBeds numberOfSeats numberOfFloors numberOfParkingSpaces', COUNT],
  ['numberOfRooms', { taken: [0.01, 0.5, 2.25, 3.5, 999], refused: [0, -1, 0.005, 999.5] }],
  ['floor', { taken: [-10, 200], refused: [-11, 201, 1.5] }],
  ['floorSpaceIndex siteCoverageIndex', INDEX],
  ['constructionYear lastRefurbished', YEAR],
  ['deposit', DEPOSIT],
  ['commission', { taken: ['x'.repeat(100)], refused: ['x'.repeat(101)] }],
  ['description locationDescription furnishingDescription miscellaneousDescription commissionDescription', NOTE],
  ['title', { taken: ['x'.repeat(100)], refused: ['', ' ', 'x'.repeat(101)] }],
  ['availableFrom', { taken: ['2027-03-01'], refused: ['01.03.2027', '2027-02-30'] }],
]; // oxfmt-ignore

const words = (text: string): string[] => text.trim().split(/\s+/);
const shapeOf = (type: PropertyType) => FIELDS_OF[type].shape as Readonly<Record<string, z.ZodType>>;
const takes = (field: z.ZodType, value: unknown): boolean => field.safeParse(value).success;

/** A field of every type that has it. */
const fieldsNamed = (name: string) =>
  PROPERTY_TYPE_NAMES.flatMap((type) => {
    const field = shapeOf(type)[name];
    return field ? [{ type, field }] : [];
  });

const present = (field: z.ZodType): z.ZodType =>
  field instanceof z.ZodOptional ? (field.unwrap() as z.ZodType) : field;
const isFlag = (field: z.ZodType): boolean => present(field) instanceof z.ZodBoolean;
const optionsOf = (field: z.ZodType): string[] | undefined => {
  const inner = present(field);
  return inner instanceof z.ZodEnum ? (inner.options as string[]) : undefined;
};

describe('the fields of a property type', () => {
  it.each(Object.entries(VALUES))('the values of %s are those that its design names', (name, values) => {
    const found = fieldsNamed(name);
    expect(found.length).toBeGreaterThan(0);
    for (const { field } of found) expect(optionsOf(field)?.toSorted()).toEqual(words(values).toSorted());
  });

  const limited = LIMITS.flatMap(([names, limits, unit]) =>
    words(names).map((name) => ({ name, limits, unit })),
  );
  it.each(limited)('$name has its limits in every type, and its unit', ({ name, limits, unit }) => {
    const found = fieldsNamed(name);
    expect(found.length).toBeGreaterThan(0);
    for (const { type, field } of found) {
      for (const value of limits.taken) expect([type, value, takes(field, value)]).toEqual([type, value, true]);
      for (const value of limits.refused)
        expect([type, value, takes(field, value)]).toEqual([type, value, false]);
    }
    const { unit: shown }: FieldInfo = FIELDS[name as keyof typeof FIELDS];
    expect(shown).toBe(unit);
  }); // oxfmt-ignore

  it('every field is a flag, enumerated, limited, or an object with rules of its own', () => {
    const objects = ['address', 'residentialEnergyCertificate', 'commercialEnergyCertificate'];
    const flags = Object.keys(FIELDS).filter((name) => fieldsNamed(name).every(({ field }) => isFlag(field)));
    const known = [...flags, ...Object.keys(VALUES), ...limited.map(({ name }) => name), ...objects];
    expect(known.toSorted()).toEqual(Object.keys(FIELDS).toSorted());
  });

  it.each(PROPERTY_TYPE_NAMES)('the examples of %s break no rule', (type) => {
    const { examples, schema } = PROPERTY_TYPES[type];
    for (const one of [examples.smallest, examples.full]) expect(schema.parse(one)).toEqual(one);
  });

  it.each(PROPERTY_TYPE_NAMES)('%s needs a price if it is for sale, unless that is on request', (type) => {
    const { examples, schema, deal } = PROPERTY_TYPES[type];
    const { purchasePrice: _price, baseRent: rent, ...free } = examples.smallest as Record<string, unknown>;
    expect(deal).toBe(type.endsWith('Buy') ? 'sale' : 'rent');
    expect(schema.safeParse(free).success).toBe(deal === 'rent' && rent === undefined);
    if (rent !== undefined) expect(schema.safeParse({ ...free, totalRent: 1000 }).success).toBe(true);
    if (deal === 'sale')
      expect(schema.safeParse({ ...free, purchasePriceOnRequest: true }).success).toBe(true);
  });

  it.each(PROPERTY_TYPE_NAMES)('the address of %s needs neither a street nor a number', (type) => {
    const { examples, schema } = PROPERTY_TYPES[type];
    const smallest = examples.smallest as { address: Record<string, unknown> };
    const { street: _street, streetNumber: _number, ...address } = smallest.address;
    expect(schema.safeParse({ ...smallest, address }).success).toBe(true);
  });

  it.each(PROPERTY_TYPE_NAMES)('the flag of a commission of %s agrees with its text', (type) => {
    const { examples, schema } = PROPERTY_TYPES[type];
    const taken = (said: object) => schema.safeParse({ ...(examples.smallest as object), ...said }).success;
    expect(taken({ hasCommission: true, commission: '3,57 %' })).toBe(true);
    expect(taken({ hasCommission: false, commission: 'provisionsfrei' })).toBe(true);
    expect(taken({ hasCommission: false, commission: '3,57 %' })).toBe(false);
    expect(taken({ hasCommission: true, commission: '0 %' })).toBe(false);
    expect(taken({ hasCommission: false, commission: '-' })).toBe(true);
    expect(taken({ hasCommission: false, commission: 'nicht provisionspflichtig' })).toBe(true);
    expect(taken({ hasCommission: true, commission: 'nicht provisionspflichtig' })).toBe(false);
    const flags = [true, false, undefined];
    expect(flags.map((hasCommission) => taken({ hasCommission, commission: 'siehe Exposé' }))).toEqual([
      true,
      true,
      true,
    ]);
  });
});

type Certificate = Record<string, unknown>;
const home: Certificate = { type: 'need', energySource: 'gas', energyNeed: 90 };
const commerce: Certificate = { type: 'consumption', energySource: 'gas', heatConsumption: 90 };

const verdict = (type: PropertyType, name: string, certificate: Certificate) =>
  takes(shapeOf(type)[name]!, certificate);
const residential = (changes: Certificate) =>
  verdict('houseRent', 'residentialEnergyCertificate', { ...home, ...changes });
const commercial = (changes: Certificate) =>
  verdict('officeRent', 'commercialEnergyCertificate', { ...commerce, ...changes });

it.each(
  words(
    'oil gas electric solar geothermal district water pellet coal wood liquidGas ambientHeat localHeat combinedHeatAndPower bioenergy wind other',
  ),
)('an energy certificate of any building takes the source %s', (energySource) => {
  expect([residential({ energySource }), commercial({ energySource })]).toEqual([true, true]);
});

it('an energy certificate of any building needs its type, no source, and a value of its type', () => {
  expect(residential({})).toBe(true);
  expect(residential({ energyNeed: undefined })).toBe(false);
  expect(residential({ type: 'consumption' })).toBe(false);
  expect(residential({ energySource: undefined })).toBe(true);
  expect(commercial({ energySource: undefined, energySources: ['gas', 'solar'] })).toBe(true);
  expect(commercial({})).toBe(true);
  expect(commercial({ type: 'need' })).toBe(false);
  for (const name of ['energyNeed', 'powerNeed', 'heatNeed'])
    expect(commercial({ type: 'need', [name]: 1 })).toBe(true);
  expect(commercial({ heatConsumption: undefined })).toBe(false);
  expect(commercial({ heatConsumption: undefined, energyNeed: 1 })).toBe(false);
  expect(commercial({ heatConsumption: undefined, powerConsumption: 1 })).toBe(true);
  expect(commercial({ type: undefined })).toBe(false);
});

it('an energy certificate of a commercial building has no class and no warm water', () => {
  for (const part of [{ energyClass: 'A' }, { warmWaterIncluded: true }]) {
    expect(residential(part)).toBe(true);
    expect(commercial(part)).toBe(false);
  }
});

it('an energy certificate of any building has values above 0', () => {
  expect(residential({ energyNeed: 0 })).toBe(false);
  for (const name of ['energyNeed', 'powerNeed', 'heatNeed', 'powerConsumption', 'heatConsumption'])
    expect([name, commercial({ [name]: 0 })]).toEqual([name, false]);
});

import { describe, expect, it } from 'vitest';
import { readObject } from './check-object.ts';
import { defaultsOf } from './defaults.ts';
import type { Root } from './object-schema.ts';
import { address, changed, price, PURCHASE, SMALLEST } from './smallest-objects.fixture.ts';
import type { Json } from './smallest-objects.fixture.ts';

const ROOTS = Object.keys(SMALLEST) as Root[];

const read = (root: string, object: Json) => readObject({ [`realestates.${root}`]: object }, false);
const verdict = (root: Root, changes: Json): string => {
  try {
    read(root, changed(root, changes));
    return 'taken';
  } catch (error) {
    return (error as Error).message;
  }
};

describe.each(ROOTS)('an object of the root %s', (root) => {
  it(`${root}: the smallest object is taken and keeps its root`, () => {
    expect(read(root, SMALLEST[root])).toEqual({ root, fields: SMALLEST[root] });
  });

  it(`${root}: an object without any one of its mandatory elements is refused`, () => {
    for (const name of Object.keys(SMALLEST[root])) {
      const { [name]: _without, ...rest } = SMALLEST[root];
      expect(() => read(root, rest), `${root} without ${name}`).toThrow();
    }
  });

  it(`${root}: two elements in the wrong order are refused`, () => {
    const entries = Object.entries(SMALLEST[root]);
    for (const at of entries.keys()) {
      if (at === 0) continue;
      const swapped = entries.with(at - 1, entries[at]!).with(at, entries[at - 1]!);
      expect(() => read(root, Object.fromEntries(swapped)), `${root} at ${at}`).toThrow('stands behind');
    }
  });

  it(`${root}: a note besides no commission and a country without its region are refused`, () => {
    const note = { courtage: { hasCourtage: 'NO', courtageNote: 'x' } };
    expect(verdict(root, note)).toContain('COURTAGE_NOTE_WITHOUT_COURTAGE');
    expect(verdict(root, { courtage: { hasCourtage: 'NOT_APPLICABLE' } })).toBe('taken');
    expect(verdict(root, { courtage: { hasCourtage: 'UNKNOWN' } })).toContain('none of its values');
    const abroad = (region: object) => ({ address: { ...address, internationalCountryRegion: region } });
    expect(verdict(root, abroad({ country: 'CHE' }))).toContain("region' is required");
    expect(verdict(root, abroad({ country: 'CHE', region: 'Zürich' }))).toBe('taken');
    expect(verdict(root, abroad({ country: 'AUT', region: 'Zürich' }))).toContain('REGION_INVALID');
    expect(verdict(root, abroad({ country: 'CUW', region: 'Curaçao' }))).toContain('none of its values');
  });

  it(`${root}: a missing house number is a matter of sites only`, () => {
    const { houseNumber: _none, ...others } = address;
    expect(verdict(root, { address: others }) === 'taken').toBe(root.endsWith('Site'));
  });
});

const energy = (rating: string, date: string, value: string) => ({
  energyCertificate: {
    energyCertificateAvailability: 'AVAILABLE',
    energyCertificateCreationDate: date,
    ...(value !== 'thermalCharacteristic' && { [value]: 90 }),
  },
  buildingEnergyRatingType: rating,
  ...(value === 'thermalCharacteristic' && { thermalCharacteristic: 90 }),
});
const BEFORE = 'BEFORE_01_MAY_2014';
const FROM = 'FROM_01_MAY_2014';

describe('what an object says of itself', () => {
  it.each<[Root, Json, string]>([
    ['apartmentBuy', price('RENT', 'MONTH'), 'PRICE_DOES_NOT_MATCH_THE_DEAL'],
    ['apartmentRent', { baseRent: 0 }, 'NUMBER_IS_OUT_OF_RANGE'],
    ['apartmentRent', { heatingCosts: 90 }, "'heatingCostsInServiceCharge' is required"],
    ['apartmentRent', { heatingCosts: 90, heatingCostsInServiceCharge: 'NOT_APPLICABLE' }, 'is required'],
    ['apartmentRent', { heatingCosts: 90, heatingCostsInServiceCharge: 'NO' }, 'taken'],
    ['apartmentRent', { lift: 'YES' }, 'lift is no boolean'],
    ['houseBuy', { numberOfRooms: 0.5 }, 'NUMBER_IS_OUT_OF_RANGE'],
    ['houseRent', { thermalCharacteristic: 2000 }, 'NUMBER_IS_OUT_OF_RANGE'],
    ['livingBuySite', price('RENT', 'YEAR'), 'PRICE_DOES_NOT_MATCH_THE_DEAL'],
    ['livingBuySite', { commercializationType: 'LEASEHOLD', ...price('LEASEHOLD', 'YEAR') }, "'tenancy' is"],
    ['livingBuySite', { grz: 10 }, 'NUMBER_IS_OUT_OF_RANGE'],
    ['livingBuySite', { minDivisible: 0.5 }, 'NUMBER_IS_OUT_OF_RANGE'],
    ['livingBuySite', { energyCertificate: {} }, 'unexpected element energyCertificate'],
    ['livingRentSite', price('LEASE', 'MONTH'), 'PRICE_DOES_NOT_MATCH_THE_DEAL'],
    ['office', { commercializationType: 'BUY' }, 'PRICE_DOES_NOT_MATCH_THE_DEAL'],
    ['office', { commercializationType: 'BUY', ...PURCHASE }, 'taken'],
    ['office', { lift: true }, 'lift is none of its values'],
    ['office', { lanCables: 'NOT_APPLICABLE' }, 'lanCables is none of its values'],
    ['office', { airConditioning: 'NO' }, 'taken'],
    ['office', { numberOfFloors: 3 }, 'numberOfFloors is no text'],
    ['garageBuy', { usableFloorSpace: 100 }, 'NUMBER_IS_OUT_OF_RANGE'],
    ['garageBuy', { garageType: 'OUTSIDE' }, 'garageType is none of its values'],
    ['garageBuy', { freeFrom: '2027-03-01' }, 'unexpected element freeFrom'],
    ['garageRent', { freeFrom: '01.03.2027' }, 'freeFrom is no date'],
    ['garageRent', { freeFrom: '2027-03-01' }, 'taken'],
    ['investment', price('RENT', 'MONTH'), 'PRICE_DOES_NOT_MATCH_THE_DEAL'],
    [
      'investment',
      { rentalIncomeActual: { value: 1, currency: 'EUR', priceIntervalType: 'MONTH' } },
      'INTERVAL_INVALID',
    ],
    ['store', energy('ENERGY_REQUIRED', BEFORE, 'thermalCharacteristic'), 'taken'],
    ['store', energy('ENERGY_REQUIRED', FROM, 'thermalCharacteristic'), '_NOT_VALID_FOR_THIS_CERTIFICATE'],
    ['store', energy('ENERGY_REQUIRED', FROM, 'thermalCharacteristicHeating'), 'taken'],
    ['store', energy('ENERGY_REQUIRED', BEFORE, 'thermalCharacteristicHeating'), '_NOT_VALID_FOR_THIS_'],
    ['store', energy('ENERGY_CONSUMPTION', BEFORE, 'electricityConsumption'), 'taken'],
    ['store', energy('ENERGY_CONSUMPTION', FROM, 'electricityConsumption'), '_NOT_VALID_FOR_THIS_'],
    ['store', energy('ENERGY_CONSUMPTION', FROM, 'energyConsumptionElectricity'), 'taken'],
    ['investment', energy('ENERGY_CONSUMPTION', FROM, 'thermalCharacteristic'), 'taken'],
    ['investment', energy('ENERGY_CONSUMPTION', FROM, 'heatingConsumption'), '_NOT_VALID_FOR_THIS_'],
    [
      'office',
      { energyCertificate: { energyCertificateAvailability: 'NOT_REQUIRED', heatingConsumption: 9 } },
      'EV_NOT_AVAILABLE_BUT_FIELDS_FILLED',
    ],
  ])('%s with %j: %s', (root, changes, expected) => {
    expect(verdict(root, changes)).toContain(expected);
  });

  it('a body with another root, with two or with none is refused', () => {
    for (const body of [
      { 'realestates.seniorCare': SMALLEST.office },
      { 'realestates.office': SMALLEST.office, 'realestates.store': SMALLEST.store },
      {},
      null,
    ]) {
      expect(() => readObject(body, false)).toThrow('unexpected element');
    }
  });
});

describe('the defaults of an object', () => {
  it('a home for rent comes back with the defaults of rents', () => {
    expect(defaultsOf('apartmentRent', {})).toMatchObject({
      petsAllowed: 'NO_INFORMATION',
      certificateOfEligibilityNeeded: 'false',
      constructionYearUnknown: 'false',
    });
    expect(defaultsOf('apartmentRent', {})).not.toHaveProperty('listed');
    expect(defaultsOf('apartmentRent', { constructionYear: 1990 })).not.toHaveProperty(
      'constructionYearUnknown',
    );
  });

  it('no object comes back with an interior quality or a heating type that was not sent', () => {
    for (const root of ROOTS) {
      expect(defaultsOf(root, {})).not.toHaveProperty('interiorQuality');
      expect(defaultsOf(root, {})).not.toHaveProperty('heatingTypeEnev2014');
    }
  });

  it('a commercial object comes back with what it does not have, a plot with nothing', () => {
    expect(defaultsOf('office', {})).toMatchObject({ lift: 'NOT_APPLICABLE', listed: 'NOT_APPLICABLE' });
    expect(defaultsOf('office', {})).not.toHaveProperty('officeType');
    expect(defaultsOf('livingBuySite', {})).toEqual({});
  });
});

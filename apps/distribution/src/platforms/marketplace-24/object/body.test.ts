import { describe, expect, it } from 'vitest';
import type { PropertySnapshot } from '@estate/contracts';
import { FIELDS, snapshot } from '../../openimmo-ftp/test-support/fixtures.ts';
import { rounded } from './amounts.ts';
import { apiFieldOf, objectBody } from './body.ts';
import { line, note } from './text.ts';

type Fields = PropertySnapshot['fields'];
const bodyOf = (fields: Partial<Fields>, contact?: string) =>
  objectBody(snapshot({ fields: { ...FIELDS, ...fields } }), contact)['realestates.apartmentBuy'] as Record<
    string,
    unknown
  >;
const certificate = { type: 'consumption' as const, energySource: 'gas' as const, energyConsumption: 95.555 };

describe('the body of a property', () => {
  it('the body of a property holds its fields in the order of the schema', () => {
    const names = Object.keys(bodyOf({ hasGarden: true, condoFee: 1, floor: 2, description: 'x' }, '77'));
    expect(names).toEqual([
      'externalId',
      'title',
      'address',
      'descriptionNote',
      'showAddress',
      'contact',
      'apartmentType',
      'floor',
      'price',
      'livingSpace',
      'numberOfRooms',
      'garden',
      'courtage',
      'serviceCharge',
    ]);
  });

  it('the body of a property names a contact only where there is one, so that the default one takes over', () => {
    expect(bodyOf({}, '77')['contact']).toEqual({ '@id': '77' });
    expect(bodyOf({})).not.toHaveProperty('contact');
  });

  it('the body of a property gives a price on request as 0, whatever the price is', () => {
    expect(bodyOf({ purchasePriceOnRequest: true })['price']).toMatchObject({ value: 0 });
  });

  it('the body of a property says that there is no commission, or which, or that nobody has said it', () => {
    expect(bodyOf({ commission: ' ' })['courtage']).toEqual({ hasCourtage: 'NOT_APPLICABLE' });
    for (const commission of ['provisionsfrei', 'Courtagefrei', 'keine', '0', '0 %', '0,00 EUR inkl. MwSt.'])
      expect(bodyOf({ commission })['courtage']).toEqual({ hasCourtage: 'NO' });
    for (const commission of [
      'nicht provisionspflichtig',
      'Für den Käufer fällt keine Courtage an',
      'Käuferprovision: 0,00 %',
    ])
      expect(bodyOf({ commission })['courtage']).toEqual({ hasCourtage: 'NO' });
    for (const commission of ['siehe Exposé', 'keine Angaben']) {
      expect(bodyOf({ commission })['courtage']).toEqual({ hasCourtage: 'NOT_APPLICABLE' });
      expect(bodyOf({ commission, hasCommission: false })['courtage']).toEqual({ hasCourtage: 'NO' });
    }
    expect(bodyOf({ commission: 'siehe Exposé', hasCommission: true })['courtage']).toEqual({
      hasCourtage: 'YES',
      courtage: 'siehe Exposé',
    });
    expect(bodyOf({ hasCommission: false })['courtage']).toEqual({ hasCourtage: 'NO' });
    expect(bodyOf({ hasCommission: true, commissionDescription: '3,57 % vom Käufer' })['courtage']).toEqual({
      hasCourtage: 'YES',
      courtage: '3,57 % vom Käufer',
    });
    const told = { commission: '3,57 %', commissionDescription: 'Mit\nBeurkundung' };
    expect(bodyOf(told)['courtage']).toEqual({
      hasCourtage: 'YES',
      courtage: '3,57 %',
      courtageNote: 'Mit Beurkundung',
    });
  });

  it.each(['-', 'k.A.', 'keine Angaben', ' '])(
    'the body of a property has no commission and no note of %j',
    (nothing) => {
      const courtageOf = (fields: Parameters<typeof bodyOf>[0]) =>
        bodyOf({ hasCommission: true, ...fields })['courtage'];
      expect(courtageOf({ commission: nothing })).toEqual({ hasCourtage: 'YES' });
      expect(courtageOf({ commissionDescription: nothing })).toEqual({ hasCourtage: 'YES' });
      expect(courtageOf({ commission: nothing, commissionDescription: '3,57 %' })).toEqual({
        hasCourtage: 'YES',
        courtage: '3,57 %',
      });
      expect(courtageOf({ commission: '3,57 %', commissionDescription: nothing })).toEqual({
        hasCourtage: 'YES',
        courtage: '3,57 %',
      });
    },
  );

  it('the body of a property names country and region abroad only', () => {
    const address = { ...FIELDS.address, country: 'AUT', region: 'Tirol' };
    expect(bodyOf({ address })['address']).toMatchObject({
      internationalCountryRegion: { country: 'AUT', region: 'Tirol' },
    });
    expect(bodyOf({})['address']).not.toHaveProperty('internationalCountryRegion');
  });

  it('the body of a property writes dates as in Germany, no as what is not applicable, and floors from -1', () => {
    expect(
      bodyOf({ availableFrom: '2027-02-01', hasCellar: false, isRented: true, floor: -3 }),
    ).toMatchObject({
      freeFrom: '01.02.2027',
      cellar: 'NOT_APPLICABLE',
      rented: 'YES',
      floor: -1,
    });
  });
});

describe('the energy certificate', () => {
  it('the energy certificate of today carries class, type and value, but no warm water', () => {
    const fields = {
      residentialEnergyCertificate: { ...certificate, energyClass: 'C' as const, warmWaterIncluded: true },
    };
    expect(bodyOf(fields)).toMatchObject({
      energyCertificate: {
        energyCertificateAvailability: 'AVAILABLE',
        energyCertificateCreationDate: 'FROM_01_MAY_2014',
        energyEfficiencyClass: 'C',
      },
      energySourcesEnev2014: { energySourceEnev2014: ['GAS'] },
      buildingEnergyRatingType: 'ENERGY_CONSUMPTION',
      thermalCharacteristic: 95.56,
    });
    expect(bodyOf(fields)).not.toHaveProperty('energyConsumptionContainsWarmWater');
  });

  it('from before May 2014 may carry warm water, but no class', () => {
    const old = { ...certificate, prior2014: true, energyClass: 'C' as const, warmWaterIncluded: true };
    const body = bodyOf({ residentialEnergyCertificate: old });
    expect(body).toMatchObject({ energyConsumptionContainsWarmWater: 'YES' });
    expect(body['energyCertificate']).not.toHaveProperty('energyEfficiencyClass');
  });

  it.each(['notRequired', 'notYetPresent'] as const)(
    'the energy certificate that is %s carries no values',
    (energyCertificateStatus) => {
      const body = bodyOf({ energyCertificateStatus, residentialEnergyCertificate: certificate });
      expect(Object.keys(body['energyCertificate'] as object)).toEqual(['energyCertificateAvailability']);
      expect(body).not.toHaveProperty('thermalCharacteristic');
      expect(body).not.toHaveProperty('buildingEnergyRatingType');
    },
  );
});

describe('texts', () => {
  it('texts keep line breaks as the only markup', () => {
    expect(note('a\r\nb\nc\rd')).toBe('a<br>b<br>c<br>d');
    expect(note('<![CDATA[x]]>\u0000y\uD800')).toBe('xy');
    expect(note('<![CDA]]>TA[x]]]>]>')).toBe('x');
    expect(line(' <![CDATA[x ')).toBe('x');
  });

  it('end after 3,999 bytes, at a whole character', () => {
    const cut = note('ä'.repeat(3999));
    expect(Buffer.byteLength(cut)).toBe(3998);
    expect(note(`${'a'.repeat(3997)}\nmore`)).toBe('a'.repeat(3997));
  });
});

it.each([
  [1.005, 1.01],
  [95.555, 95.56],
  [0.004, 0],
  [1e-7, 0],
  [489000, 489000],
  [96.4, 96.4],
])('%d is rounded half up to %d', (given, kept) => {
  expect(rounded(given)).toBe(kept);
});

it.each([
  ['address.postcode', 'fields.address.postalCode'],
  ['apartmentBuy.energyCertificate.energyEfficiencyClass', 'fields.residentialEnergyCertificate.energyClass'],
  ['postcode', 'fields.address.postalCode'],
  ['courtage', 'fields.commission'],
  ['unheardOf', undefined],
])('the marketplace says %s and the API knows it as %s', (field, api) => {
  expect(apiFieldOf('apartmentBuy')(field)).toBe(api);
});

it.each([
  ['apartmentRent', 'courtageInformation.courtage', 'fields.commission'],
  ['officeRent', 'realestates.office.netFloorSpace', 'fields.usableArea'],
  ['officeRent', 'price.value', 'fields.baseRent'],
  ['officeBuy', 'price.value', 'fields.purchasePrice'],
  ['plotRent', 'price', 'fields.yearlyRent'],
  [
    'retailBuy',
    'energyCertificateInformation.heatingConsumption',
    'fields.commercialEnergyCertificate.heatConsumption',
  ],
  ['commercialInvestmentBuy', 'netFloorSpace', 'fields.rentableArea'],
  ['parkingSpaceBuy', 'garageType', 'fields.parkingSpaceType'],
  ['houseBuy', 'address.internationalCountryRegion.region', 'fields.address.region'],
  ['otherCommercialBuy', 'specialPurposePropertyType', 'type'],
  ['plotBuy', 'livingSpace', undefined],
] as const)('for the type %s the marketplace says %s and the API knows it as %s', (type, field, api) => {
  expect(apiFieldOf(type)(field)).toBe(api);
});

it('the value of a certificate is known by the field that it was sent from', () => {
  const home = { type: 'need', energySource: 'gas', energyNeed: 90 } as const;
  const of = (residentialEnergyCertificate: NonNullable<Fields['residentialEnergyCertificate']>) =>
    apiFieldOf('apartmentBuy', snapshot({ fields: { ...FIELDS, residentialEnergyCertificate } }));
  const name = 'fields.residentialEnergyCertificate';
  expect(of(home)('thermalCharacteristic')).toBe(`${name}.energyNeed`);
  expect(of({ ...home, type: 'consumption', energyConsumption: 80 })('thermalCharacteristic')).toBe(
    `${name}.energyConsumption`,
  );
  expect(of(home)('energyCertificateInformation.energyEfficiencyClass')).toBe(`${name}.energyClass`);
});

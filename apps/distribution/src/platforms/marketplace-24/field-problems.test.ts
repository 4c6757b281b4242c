import { COUNTRIES, FIELDS_OF, PROPERTY_TYPE_NAMES } from '@estate/contracts';
import type { PropertyType } from '@estate/contracts';
import { describe, expect, it } from 'vitest';
import { fieldProblems } from './field-problems.ts';
import { exampleOf } from './test-support/examples.ts';

const found = (type: PropertyType, changes: object, size: 'smallest' | 'full' = 'smallest') =>
  fieldProblems(exampleOf(type, size, { energyCertificateStatus: 'notRequired', ...changes })).map(
    ({ severity, code, field }) => `${severity} ${code} ${field}`,
  );
const address = { street: 'Weg', streetNumber: '1', postalCode: '6020', city: 'Ort', publish: true };
const need = (values: object) => ({
  energyCertificateStatus: 'present',
  commercialEnergyCertificate: { type: 'need', energySource: 'gas', ...values },
});
const CERTIFICATE = 'fields.commercialEnergyCertificate';

/** The fields that the marketplace and its validators require, besides the title and the address. */
const REQUIRED: Readonly<Record<PropertyType, string>> = {
  apartmentBuy: 'purchasePrice livingArea numberOfRooms',
  apartmentRent: 'baseRent livingArea numberOfRooms',
  houseBuy: 'purchasePrice livingArea plotArea numberOfRooms',
  houseRent: 'baseRent livingArea plotArea numberOfRooms',
  plotBuy: 'purchasePrice plotArea',
  plotRent: 'yearlyRent plotArea',
  officeBuy: 'purchasePrice usableArea',
  officeRent: 'baseRent usableArea',
  retailBuy: 'purchasePrice usableArea',
  retailRent: 'baseRent usableArea',
  gastronomyBuy: 'purchasePrice totalArea gastronomyType',
  gastronomyRent: 'baseRent totalArea gastronomyType',
  industrialBuy: 'purchasePrice usableArea totalArea industrialType',
  industrialRent: 'baseRent usableArea totalArea industrialType',
  otherCommercialBuy: 'purchasePrice totalArea',
  otherCommercialRent: 'baseRent totalArea',
  parkingSpaceBuy: 'purchasePrice parkingSpaceType',
  parkingSpaceRent: 'baseRent parkingSpaceType',
  commercialPlotBuy: 'purchasePrice plotArea',
  residentialInvestmentBuy: 'purchasePrice constructionYear rentableArea',
  commercialInvestmentBuy: 'purchasePrice constructionYear rentableArea',
};

describe('what the marketplace would refuse', () => {
  it.each<[PropertyType, object, string]>([
    ['houseBuy', {}, 'error value_missing fields.numberOfRooms'],
    ['houseRent', { numberOfRooms: undefined }, 'error value_missing fields.numberOfRooms'],
    ['houseRent', { numberOfRooms: 0.5 }, 'error value_out_of_range fields.numberOfRooms'],
    ['apartmentBuy', { numberOfRooms: 0.5 }, 'error value_out_of_range fields.numberOfRooms'],
    ['apartmentRent', { baseRent: 0 }, 'error value_out_of_range fields.baseRent'],
    ['houseRent', { baseRent: 0.004 }, 'error value_out_of_range fields.baseRent'],
    ['officeRent', { usableArea: undefined }, 'error value_missing fields.usableArea'],
    ['retailBuy', { usableArea: undefined }, 'error value_missing fields.usableArea'],
    ['gastronomyBuy', { totalArea: undefined }, 'error value_missing fields.totalArea'],
    ['industrialRent', { totalArea: undefined }, 'error value_missing fields.totalArea'],
    ['otherCommercialBuy', { totalArea: undefined }, 'error value_missing fields.totalArea'],
    [
      'residentialInvestmentBuy',
      { constructionYear: undefined },
      'error value_missing fields.constructionYear',
    ],
    ['plotBuy', { plotArea: 0.001 }, 'error value_out_of_range fields.plotArea'],
    ['plotBuy', { address: { ...address, country: 'AUT' } }, 'error value_missing fields.address.region'],
    [
      'officeBuy',
      { address: { ...address, country: 'CUW', region: 'X' } },
      'error country_unsupported fields.address.country',
    ],
    ['officeBuy', need({ powerNeed: 2000 }), `error value_out_of_range ${CERTIFICATE}.powerNeed`],
  ])('a property of the type %s with %j gives the problem %s', (type, changes, problem) => {
    expect(found(type, changes)).toContain(problem);
  });

  it.each(Object.entries(REQUIRED) as [PropertyType, string][])(
    'a property of the type %s cannot do without %s',
    (type, required) => {
      const all = { numberOfRooms: 4, gastronomyType: 'bar', industrialType: 'hall' };
      const complete = Object.fromEntries(
        Object.entries(all).filter(([name]) => name in FIELDS_OF[type].shape),
      );
      const missing = Object.keys(FIELDS_OF[type].shape)
        .filter((name) => name !== 'address')
        .flatMap((name) => found(type, { ...complete, [name]: undefined }))
        .filter((problem) => problem.startsWith('error'))
        .map((problem) => problem.replace('error value_missing fields.', ''));
      expect(missing.toSorted()).toEqual(['title', ...required.split(' ')].toSorted());
    },
  );

  it('a country is refused when the marketplace does not have it, and no other one is', () => {
    const refused = COUNTRIES.filter((country) =>
      found('officeBuy', { address: { ...address, country, region: 'X' } }).includes(
        'error country_unsupported fields.address.country',
      ),
    );
    expect(refused.join(' ')).toBe('ALA ATF BES BLM BVT CUW GGY IOT JEY MAF PSE SGS SSD SXM TLS UMI');
  });

  it('the address of a plot needs no street number, any other one does', () => {
    const { streetNumber: _none, ...german } = { ...address, postalCode: '80331', country: 'DEU' };
    for (const type of PROPERTY_TYPE_NAMES) {
      const isMissing = found(type, { address: german }).includes(
        'error value_missing fields.address.streetNumber',
      );
      expect([type, isMissing]).toEqual([type, !type.toLowerCase().includes('plot')]);
    }
  });

  it.each(PROPERTY_TYPE_NAMES)('%s: the full example has no error, abroad with a region neither', (type) => {
    const errors = (changes: object) =>
      found(type, changes, 'full').filter((problem) => problem.startsWith('error'));
    expect(errors({})).toEqual([]);
    expect(errors({ address: { ...address, country: 'AUT', region: 'Tirol' } })).toEqual([]);
  });
});

describe('what the marketplace would not show as it is', () => {
  it.each<[PropertyType, object, readonly string[]]>([
    ['officeRent', { baseRent: 0 }, ['warning price_shown_otherwise fields.baseRent']],
    [
      'plotRent',
      { yearlyRent: 0, energyCertificateStatus: undefined },
      ['warning price_shown_otherwise fields.yearlyRent'],
    ],
    ['apartmentRent', { isListed: true }, ['warning value_left_out fields.isListed']],
    ['apartmentBuy', { description: '\u0001' }, ['warning value_left_out fields.description']],
    ['apartmentBuy', { commission: ']]>' }, ['warning value_left_out fields.commission']],
    ['officeBuy', { description: ' ' }, []],
    [
      'apartmentBuy',
      { address: { ...address, postalCode: '80331', country: 'DEU', region: 'Bayern' } },
      ['warning value_left_out fields.address.region'],
    ],
    [
      'apartmentBuy',
      { commissionDescription: 'note' },
      ['warning value_left_out fields.commissionDescription'],
    ],
    ['apartmentBuy', { commissionDescription: ' ' }, []],
    ['apartmentBuy', { commission: '3 %', commissionDescription: 'note' }, []],
    [
      'parkingSpaceBuy',
      { usableArea: 99.996, energyCertificateStatus: undefined },
      ['warning value_left_out fields.usableArea'],
    ],
    ['parkingSpaceBuy', { usableArea: 99.99, energyCertificateStatus: undefined }, []],
    [
      'parkingSpaceRent',
      { availableFrom: '0000-03-01', energyCertificateStatus: undefined },
      ['warning value_left_out fields.availableFrom'],
    ],
    ['officeRent', { commission: 'siehe Exposé' }, ['warning value_left_out fields.commission']],
    ['officeRent', { commission: 'siehe Exposé', hasCommission: true }, []],
    ['officeRent', { commission: 'nicht provisionspflichtig' }, []],
    ['officeRent', { commission: 'k.A.' }, []],
    ['parkingSpaceRent', { availableFrom: '0001-03-01', energyCertificateStatus: undefined }, []],
    ['officeRent', { availableFrom: '0000-03-01' }, []],
    [
      'officeRent',
      { address: { ...address, postalCode: '80331', country: 'DEU', region: 'Bayern' } },
      ['warning value_left_out fields.address.region'],
    ],
    ['officeRent', { address: { ...address, country: 'AUT', region: 'Tirol' } }, []],
    [
      'commercialInvestmentBuy',
      { usableArea: 300, rentableArea: 400 },
      ['warning value_left_out fields.usableArea'],
    ],
    ['commercialInvestmentBuy', { usableArea: 300 }, []],
    [
      'retailRent',
      need({ energyNeed: 90, powerNeed: 30, powerConsumption: 9 }),
      [
        `warning value_left_out ${CERTIFICATE}.energyNeed`,
        `warning value_left_out ${CERTIFICATE}.powerConsumption`,
        `warning value_doubtful ${CERTIFICATE}.prior2014`,
      ],
    ],
    ['retailRent', need({ energyNeed: 90 }), [`warning value_doubtful ${CERTIFICATE}.prior2014`]],
    ['retailRent', need({ energyNeed: 90, prior2014: true }), []],
    ['retailRent', need({ heatNeed: 90 }), [`warning value_doubtful ${CERTIFICATE}.prior2014`]],
    [
      'retailRent',
      need({ type: 'consumption', heatConsumption: 90 }),
      [`warning value_doubtful ${CERTIFICATE}.prior2014`],
    ],
    [
      'retailRent',
      need({ energyNeed: 90, prior2014: false }),
      [`warning value_left_out ${CERTIFICATE}.energyNeed`],
    ],
    [
      'retailRent',
      { ...need({ energyNeed: 90 }), energyCertificateStatus: 'notYetPresent' },
      [`warning value_left_out ${CERTIFICATE}`],
    ],
    [
      'houseRent',
      {
        numberOfRooms: 4,
        energyCertificateStatus: 'present',
        residentialEnergyCertificate: {
          type: 'need',
          energySource: 'gas',
          energySources: ['oil'],
          energyNeed: 90,
          energyConsumption: 80,
        },
      },
      [
        'warning value_left_out fields.residentialEnergyCertificate.energyConsumption',
        'warning value_left_out fields.residentialEnergyCertificate.energySource',
      ],
    ],
  ])('a property of the type %s with %j has the warnings %j', (type, changes, expected) => {
    expect(found(type, changes)).toEqual(expected);
  });

  it('the advice of the law names the certificate of the type, and none for plots and parking spaces', () => {
    for (const type of PROPERTY_TYPE_NAMES) {
      const advice = fieldProblems(exampleOf(type, 'smallest')).filter(
        ({ code }) => code === 'energy_certificate_missing',
      );
      const kind = ['residentialEnergyCertificate', 'commercialEnergyCertificate'].find(
        (name) => name in FIELDS_OF[type].shape && type !== 'commercialPlotBuy',
      );
      expect([type, ...advice.map(({ field }) => field)]).toEqual([
        type,
        ...(kind ? [`fields.${kind}`] : []),
      ]);
    }
  });
});

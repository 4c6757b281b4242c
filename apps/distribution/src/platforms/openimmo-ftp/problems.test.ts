import { describe, expect, it } from 'vitest';
import { COUNTRIES, PROPERTY_TYPE_NAMES, PROPERTY_TYPES } from '@estate/contracts';
import type {
  AnyFields,
  FieldsOf,
  PropertySnapshot,
  PropertyType,
  PublicationProblem,
} from '@estate/contracts';
import type { PlatformProfile } from '../profiles.ts';
import { failureOf } from '../problems.ts';
import { findProblems } from './problems.ts';
import { account, FIELDS, profile, snapshot } from './test-support/fixtures.ts';

const MISSING = 'ALA ATA ATF BES BLM BVT CCK CUW CXR GGY HMD IMN IOT JEY MAF MYT SGS SSD SXM UMI'.split(' ');

const complete: FieldsOf<'apartmentBuy'> = {
  ...FIELDS,
  constructionYear: 1998,
  residentialEnergyCertificate: { type: 'need', energyNeed: 90, energySource: 'gas', energyClass: 'B' },
};

const found = (changes: Partial<PropertySnapshot>, limits: Partial<PlatformProfile> = {}) =>
  findProblems(profile(limits), account(), snapshot({ fields: complete, ...changes })).map(
    ({ severity, code, field }: PublicationProblem) => `${severity} ${code} ${field}`,
  );

const attachment = {
  position: 0,
  sha256: 'a',
  size: 100,
  mediaType: 'image/jpeg' as const,
  isBlueprint: false,
};

describe('problems of a publication', () => {
  it('the problems of a publication are none for a complete property', () => {
    expect(found({})).toEqual([]);
  });

  it('the problems of a publication name a missing contact', () => {
    const { contact: _, ...rest } = snapshot({ fields: complete });
    const problems = findProblems(profile(), account(), rest);
    expect(problems).toMatchObject([{ severity: 'error', code: 'contact_required', field: 'contactId' }]);
    expect(failureOf(problems)).toMatchObject({ code: 'contact_required', repeat: false, scope: 'listing' });
  });

  it('problems of a publication warn about a missing energy certificate', () => {
    expect(found({ fields: FIELDS })).toEqual([
      'warning energy_certificate_missing fields.residentialEnergyCertificate',
    ]);
    expect(found({ fields: { ...FIELDS, energyCertificateStatus: 'notRequired' } })).toEqual([]);
  });

  it('problems of a publication warn about texts of which nothing can be written', () => {
    const address = { ...complete.address, region: '\u0001' };
    const fields = { ...complete, address, description: '\uFFFE', locationDescription: ' ' };
    expect(found({ fields })).toEqual([
      'warning value_left_out fields.description',
      'warning value_left_out fields.address.region',
    ]);
  });

  it('problems of a publication warn about the status of an energy certificate that the document cannot say', () => {
    const { residentialEnergyCertificate: _, ...without } = complete;
    const dated = { ...complete.residentialEnergyCertificate!, prior2014: true };
    const lost = 'warning value_left_out fields.energyCertificateStatus';
    const of = (fields: AnyFields) => found({ fields }).filter((problem) => problem.includes('left_out'));
    expect(of({ ...without, energyCertificateStatus: 'present' })).toEqual([lost]);
    expect(of({ ...complete, energyCertificateStatus: 'present' })).toEqual([]);
    expect(of({ ...complete, energyCertificateStatus: 'notYetPresent' })).toEqual([]);
    const status = { energyCertificateStatus: 'notYetPresent' } as const;
    expect(of({ ...complete, ...status, residentialEnergyCertificate: dated })).toEqual([lost]);
  });

  it('problems of a publication warn about an incomplete energy certificate', () => {
    const certificate = { type: 'need' as const, energyNeed: 90, energySource: 'gas' as const };
    expect(found({ fields: { ...FIELDS, residentialEnergyCertificate: certificate } })).toEqual([
      'warning energy_certificate_incomplete fields.residentialEnergyCertificate.energyClass',
      'warning energy_certificate_incomplete fields.constructionYear',
    ]);
  });

  it('problems of a publication warn about everything that is not sent', () => {
    const attachments = [
      attachment,
      { ...attachment, position: 1 },
      { ...attachment, position: 2, mediaType: 'application/pdf' as const },
      { ...attachment, position: 3, mediaType: 'application/pdf' as const, size: 100_000 },
    ];
    const links = [{ url: 'https://example.org' }];
    const images: PlatformProfile['images'] = {
      types: ['image/jpeg', 'application/pdf'],
      maxCount: 1,
      maxBytes: 50_000,
    };
    expect(found({ attachments, links }, { images, links: false })).toEqual([
      'warning attachment_left_out attachments.1',
      'warning attachment_left_out attachments.3',
      'warning links_left_out links',
    ]);
    expect(
      found({ attachments: [attachments[2] ?? attachment] }, { images: { types: ['image/jpeg'] } }),
    ).toEqual(['warning attachment_left_out attachments.2']);
  });

  it.each(MISSING)(
    'the problems of a publication name the country %s, which the format does not know',
    (country) => {
      const problems = findProblems(
        profile(),
        account(),
        snapshot({ fields: { ...complete, address: { ...complete.address, country } } }),
      );
      expect(problems).toMatchObject([
        { severity: 'error', code: 'country_unsupported', field: 'fields.address.country' },
      ]);
      expect(failureOf(problems)).toMatchObject({
        code: 'validation_rejected',
        message: `fields.address.country: ${country} is not in the country list of OpenImmo, the format of Portal One.`,
        repeat: false,
        scope: 'listing',
      });
    },
  );

  it('the problems of a publication name no other country', () => {
    const refused = COUNTRIES.filter(
      (country) => found({ fields: { ...complete, address: { ...complete.address, country } } }).length > 0,
    );
    expect(refused).toEqual(MISSING);
  });

  it('the problems of a publication refuse a picture that nobody can read rather than leaving it out', () => {
    expect(found({ attachments: [{ ...attachment, mediaType: 'image/heic' }] })).toEqual([
      'error attachment_type_unsupported attachments.0',
    ]);
  });
});

/** Problems of the full example of a type with other fields. */
const foundIn = (
  type: PropertyType,
  fields: Partial<AnyFields> = {},
  limits: Partial<PlatformProfile> = {},
) => {
  const { schema, examples } = PROPERTY_TYPES[type];
  const full = schema.parse(examples.full) as AnyFields;
  return found({ type, fields: { ...full, ...fields } }, limits);
};
const ACCESS = [
  'drivingTimeToAirport',
  'drivingTimeToFreeway',
  'drivingTimeToTrainStation',
  'walkingTimeToPublicTransit',
];
const leftOut = (...names: readonly string[]) => names.map((name) => `warning value_left_out fields.${name}`);
const isNeverCarried = (type: PropertyType) =>
  Object.keys(PROPERTY_TYPES[type].schema.shape).filter((name) => ACCESS.includes(name));

describe('problems of other types', () => {
  it.each(PROPERTY_TYPE_NAMES)(
    'the full example of %s has no value left out but those named here',
    (type) => {
      const others: Partial<Record<PropertyType, readonly string[]>> = {
        apartmentRent: ['petsAllowed'],
        houseRent: ['petsAllowed'],
        plotBuy: ['energyCertificateStatus'],
        plotRent: ['energyCertificateStatus'],
        parkingSpaceBuy: ['energyCertificateStatus'],
        parkingSpaceRent: ['energyCertificateStatus'],
        commercialPlotBuy: ['energyCertificateStatus', 'commercialEnergyCertificate'],
      };
      expect(foundIn(type).sort()).toEqual(leftOut(...isNeverCarried(type), ...(others[type] ?? [])).sort());
    },
  );

  it('a value that the format has no word for is left out', () => {
    expect(foundIn('officeBuy', { flooringType: 'none' })).toEqual(leftOut(...ACCESS, 'flooringType'));
    expect(foundIn('residentialInvestmentBuy', { residentialInvestmentType: 'apartment' })).toEqual(
      leftOut(...ACCESS, 'residentialInvestmentType'),
    );
    expect(foundIn('apartmentRent', { petsAllowed: 'yes' })).toEqual([]);
  });

  it('a value of a certificate of the other kind is left out', () => {
    const values = { energySource: 'gas', prior2014: true, powerNeed: 1, powerConsumption: 2 } as const;
    expect(foundIn('officeBuy', { commercialEnergyCertificate: { ...values, type: 'consumption' } })).toEqual(
      leftOut(...ACCESS, 'commercialEnergyCertificate.powerNeed'),
    );
    const home = { energySource: 'gas', energyClass: 'A', energyNeed: 1, energyConsumption: 2 } as const;
    expect(foundIn('houseBuy', { residentialEnergyCertificate: { ...home, type: 'need' } })).toEqual(
      leftOut('residentialEnergyCertificate.energyConsumption'),
    );
  });

  it('a value that is left out is explained by what OpenImmo lacks', () => {
    const messageOf = (type: PropertyType, changes: Partial<AnyFields>, field: string) => {
      const { schema, examples } = PROPERTY_TYPES[type];
      const fields = { ...(schema.parse(examples.full) as AnyFields), ...changes };
      return findProblems(profile(), account(), snapshot({ type, fields })).find(
        (problem) => problem.field === field,
      )?.message;
    };
    const format = 'It is not sent: OpenImmo, the format of Portal One, has no';
    expect(messageOf('officeBuy', {}, 'fields.drivingTimeToAirport')).toBe(`${format} element for it.`);
    expect(messageOf('officeBuy', { flooringType: 'none' }, 'fields.flooringType')).toBe(
      `${format} element for this value.`,
    );
    const certificate = { type: 'need', energySource: 'gas', energyNeed: 1, energyConsumption: 2 } as const;
    const field = 'fields.residentialEnergyCertificate.energyConsumption';
    expect(messageOf('houseBuy', { residentialEnergyCertificate: certificate }, field)).toBe(
      `${format} element for this value in a certificate of this type.`,
    );
  });

  it.each(['notRequired', 'notYetPresent'] as const)(
    'a status %s beside a certificate whose date takes its place is left out',
    (energyCertificateStatus) => {
      const home = { type: 'need', energySource: 'gas', energyClass: 'A', energyNeed: 1 } as const;
      const of = (certificate: Partial<NonNullable<AnyFields['residentialEnergyCertificate']>>) =>
        foundIn('houseBuy', {
          energyCertificateStatus,
          residentialEnergyCertificate: { ...home, ...certificate },
        });
      expect(of({ prior2014: true })).toEqual(leftOut('energyCertificateStatus'));
      expect(of({ prior2014: false })).toEqual(leftOut('energyCertificateStatus'));
      expect(of({})).toEqual([]);
    },
  );

  it('a missing energy certificate is named by the field of the type, and not for land and parking', () => {
    const withoutAny = {
      energyCertificateStatus: undefined,
      isListed: undefined,
      residentialEnergyCertificate: undefined,
      commercialEnergyCertificate: undefined,
    };
    const missing = PROPERTY_TYPE_NAMES.map((type) => [
      type,
      foundIn(type, withoutAny)
        .filter((problem) => problem.includes('energy_certificate'))
        .map((problem) => problem.split('.').at(-1)),
    ]);
    expect(Object.fromEntries(missing)).toEqual({
      ...Object.fromEntries(PROPERTY_TYPE_NAMES.map((type) => [type, ['commercialEnergyCertificate']])),
      ...Object.fromEntries(
        ['apartmentBuy', 'apartmentRent', 'houseBuy', 'houseRent', 'residentialInvestmentBuy'].map((type) => [
          type,
          ['residentialEnergyCertificate'],
        ]),
      ),
      plotBuy: [],
      plotRent: [],
      commercialPlotBuy: [],
      parkingSpaceBuy: [],
      parkingSpaceRent: [],
    });
  });

  it('a commercial certificate since May 2014 must name power and heat', () => {
    const of = (certificate: Partial<NonNullable<AnyFields['commercialEnergyCertificate']>>) =>
      foundIn('retailBuy', {
        commercialEnergyCertificate: { type: 'need', energySource: 'gas', ...certificate },
      }).filter((problem) => !problem.includes('value_left_out'));
    const incomplete = (name: string) =>
      `warning energy_certificate_incomplete fields.commercialEnergyCertificate.${name}`;
    expect(of({ prior2014: false, powerNeed: 1 })).toEqual([incomplete('heatNeed')]);
    expect(of({ type: 'consumption', heatConsumption: 1 })).toEqual([incomplete('powerConsumption')]);
    expect(of({ energyNeed: 1 })).toEqual([]);
    expect(of({ prior2014: true, powerNeed: 1 })).toEqual([]);
  });

  it('additional costs with an unknown part of heating are adjusted', () => {
    const adjusted = 'warning value_adjusted fields.additionalCosts';
    const costs = {
      petsAllowed: 'yes',
      additionalCosts: 200,
      additionalCostsIncludeHeatingCosts: true,
    } as const;
    expect(foundIn('apartmentRent', { ...costs, heatingCosts: undefined })).toEqual([adjusted]);
    expect(foundIn('apartmentRent', { ...costs, heatingCosts: 90 })).toEqual([]);
    expect(foundIn('apartmentRent', { ...costs, heatingCosts: 201 })).toEqual([
      adjusted,
      'warning value_doubtful fields.heatingCosts',
    ]);
  });

  it.each([
    ['apartmentRent', 'baseRent', { baseRent: 900, totalRent: 899.99 }],
    ['officeBuy', 'usableArea', { usableArea: 201, totalArea: 200 }],
    ['commercialInvestmentBuy', 'rentableArea', { rentableArea: 201, totalArea: 200 }],
    ['officeRent', 'divisibleFrom', { divisibleFrom: 51, usableArea: 50 }],
    ['plotBuy', 'divisibleFrom', { divisibleFrom: 51, usableArea: 60, plotArea: 50 }],
  ] as const)(
    'a property of type %s whose %s contradicts another value is doubtful',
    (type, name, fields) => {
      const doubtful = (given: Partial<AnyFields>) =>
        foundIn(type, given).filter((problem) => problem.includes('value_doubtful'));
      expect(doubtful(fields)).toEqual([`warning value_doubtful fields.${name}`]);
      expect(doubtful({})).toEqual([]);
    },
  );

  it('a type that the platform does not take is an error', () => {
    const propertyTypes: PropertyType[] = ['apartmentRent', 'houseRent'];
    expect(found({}, { propertyTypes })).toEqual(['error type_not_taken type']);
    expect(foundIn('houseRent', { petsAllowed: 'no' }, { propertyTypes })).toEqual([]);
    expect(
      failureOf(findProblems(profile({ propertyTypes }), account(), snapshot({ fields: complete }))),
    ).toEqual({
      code: 'validation_rejected',
      message: 'type: Portal One does not accept properties of the type apartmentBuy.',
      repeat: false,
      scope: 'listing',
    });
  });
});

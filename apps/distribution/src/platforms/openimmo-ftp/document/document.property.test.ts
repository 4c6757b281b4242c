import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApartmentBuyFields, type PropertySnapshot } from '@estate/contracts';
import { openimmoFtp } from '../index.ts';
import {
  account,
  AttachmentFiles,
  CONTACT,
  profile,
  setJob,
  snapshot,
  tools,
} from '../test-support/fixtures.ts';
import { schema } from '../test-support/schema.ts';

const text = (maxLength: number, minLength = 0) =>
  fc.oneof(
    fc.string({ unit: 'binary', minLength, maxLength }),
    fc.string({
      unit: fc.constantFrom('<', ']]>', '&', '"', '\u0000', '\uD800', '\r', ' ', 'ä', '\uFFFE'),
      minLength,
      maxLength: Math.floor(maxLength / 3),
    }),
  );
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const amount = maybe(fc.double({ min: 0, max: 1e9, noNaN: true }));
const area = fc.double({ min: 0, minExcluded: true, max: 1e6, noNaN: true });
const count = maybe(fc.nat(99_999));
const year = maybe(fc.integer({ min: 1000, max: 9999 }));
const flag = maybe(fc.boolean());
const values = <Value extends string>({ options }: { options: readonly Value[] }) =>
  fc.constantFrom(...options);
const shape = ApartmentBuyFields.shape;
const sources = fc.constantFrom('oil', 'gas', 'water', 'liquidGas');

const certificate = fc.record({
  type: fc.constantFrom('consumption', 'need'),
  prior2014: flag,
  energySource: sources,
  energySources: maybe(fc.array(sources, { maxLength: 4 })),
  energyNeed: fc.double({ min: 0, minExcluded: true, max: 1e5, noNaN: true }),
  energyConsumption: fc.double({ min: 0, minExcluded: true, max: 1e5, noNaN: true }),
  energyClass: maybe(fc.constantFrom('A+', 'A', 'H')),
  warmWaterIncluded: flag,
});

const fields = fc.record({
  address: fc.record({
    street: text(100, 1),
    streetNumber: text(30, 1),
    postalCode: text(20, 1),
    city: text(50, 1),
    region: maybe(text(100)),
    country: fc.constantFrom('DEU', 'AUT', 'CHE', 'ROU'),
    publish: fc.boolean(),
  }),
  apartmentType: values(shape.apartmentType),
  availableFrom: maybe(fc.constantFrom('0000-01-01', '0001-01-01', '2024-02-29', '9999-12-31')),
  commission: maybe(text(100)),
  commissionDescription: maybe(text(300)),
  condition: maybe(values(shape.condition.unwrap())),
  condoFee: amount,
  constructionYear: year,
  description: maybe(text(300)),
  energyCertificateStatus: maybe(values(shape.energyCertificateStatus.unwrap())),
  floor: maybe(fc.integer({ min: -10, max: 200 })),
  furnishingDescription: maybe(text(300)),
  hasBalcony: flag,
  hasBuiltInKitchen: flag,
  hasCellar: flag,
  hasGarden: flag,
  hasGuestToilet: flag,
  hasLift: flag,
  heatingType: maybe(values(shape.heatingType.unwrap())),
  interiorQuality: maybe(values(shape.interiorQuality.unwrap())),
  isAccessible: flag,
  isListed: flag,
  isRented: flag,
  isSuitableAsHolidayHome: flag,
  lastRefurbished: year,
  livingArea: area,
  monthlyRentalIncome: amount,
  numberOfBathrooms: count,
  numberOfBedrooms: count,
  numberOfFloors: count,
  numberOfParkingSpaces: count,
  numberOfRooms: fc.integer({ min: 1, max: 1998 }).map((halves) => halves / 2),
  parkingSpacePurchasePrice: amount,
  parkingSpaceType: maybe(values(shape.parkingSpaceType.unwrap())),
  purchasePrice: amount,
  purchasePriceOnRequest: fc.constant(true),
  requiresWBS: flag,
  residentialEnergyCertificate: maybe(certificate),
  title: text(100, 1),
  usableArea: maybe(area),
});

describe('any valid property', () => {
  it('becomes a well-formed document that follows the schema', async () => {
    const platform = openimmoFtp(profile(), tools(new AttachmentFiles()));
    const arbitrary = fc.array(fc.tuple(fields, text(50, 1), text(50, 1)), { minLength: 16, maxLength: 16 });
    await fc.assert(
      fc.asyncProperty(arbitrary, async (batch) => {
        const findings = batch.map(([some, externalId, lastName]) => {
          const parsed = ApartmentBuyFields.parse(JSON.parse(JSON.stringify(some)));
          const state: PropertySnapshot = snapshot({
            fields: parsed,
            externalId,
            contact: { ...CONTACT, lastName },
          });
          const { body } = platform.preview(account(), setJob({ snapshot: state }));
          return schema.check(Buffer.from(body));
        });
        for (const verdict of await Promise.all(findings))
          expect(verdict).toEqual({ valid: true, errors: [] });
      }),
      { numRuns: 25 },
    );
  });
});

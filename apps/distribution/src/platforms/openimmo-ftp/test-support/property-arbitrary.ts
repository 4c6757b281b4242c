import {
  ApartmentBuyFields,
  ATTACHMENT_TYPES,
  ContactFields,
  COUNTRIES,
  ResidentialEnergyCertificate,
} from '@estate/contracts';
import type { PropertySnapshot } from '@estate/contracts';
import fc from 'fast-check';
import { countryCode } from '../document/countries.ts';
import { AT, CONTACT } from './fixtures.ts';

/** Anything that JSON can carry: control characters, halves of surrogate pairs, emoji, right-to-left marks, ends of CDATA. */
export const wildText = (maxLength: number, minLength = 0): fc.Arbitrary<string> =>
  fc
    .oneof(
      fc.string({ unit: 'binary', minLength, maxLength }),
      fc.string({ unit: 'grapheme', minLength, maxLength: Math.ceil(maxLength / 3) }),
      fc
        .array(fc.constantFrom('<', ']]>', '&amp;', '&', '"', "'", '\0', '\uD800', '\uDC00', '\r', '\n', '\t', ' ', 'ä', 'ß', '\uFFFE', '\u0085', '\u2028', '\u202E', 'שלום', '😀', '-->'), { minLength, maxLength: Math.ceil(maxLength / 6) })
        .map((parts) => parts.join('')),
    )
    .map((text) => text.slice(0, maxLength)); // oxfmt-ignore

const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const amount = fc.oneof(
  fc.double({ min: 0, max: 1e9, noNaN: true }),
  fc.integer({ min: 0, max: 1e11 }).map((cents) => cents / 100),
);
const positive = (max: number) => fc.double({ min: 0, minExcluded: true, max, noNaN: true });
const count = fc.nat(99_999);
const year = fc.integer({ min: 1000, max: 9999 });
const flag = maybe(fc.boolean());
const oneOf = <Value extends string>({ options }: { options: readonly Value[] }) =>
  fc.constantFrom(...options);

const shape = ApartmentBuyFields.shape;
const certificateShape = ResidentialEnergyCertificate.shape;
const source = oneOf(certificateShape.energySource);

const certificate = fc.record({
  type: oneOf(certificateShape.type),
  prior2014: flag,
  energySource: source,
  energySources: maybe(fc.uniqueArray(source)),
  energyNeed: positive(1e5),
  energyConsumption: positive(1e5),
  energyClass: maybe(oneOf(certificateShape.energyClass.unwrap())),
  warmWaterIncluded: flag,
});

const day = fc.oneof(
  fc.constantFrom('0000-01-01', '0001-01-01', '2024-02-29', '9999-12-31'),
  fc
    .date({ min: new Date('0000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
);

const fields = fc
  .record({
    address: fc.record({
      street: wildText(100, 1),
      streetNumber: wildText(30, 1),
      postalCode: wildText(20, 1),
      city: wildText(50, 1),
      region: maybe(wildText(100)),
      country: fc.constantFrom(...COUNTRIES.filter((code) => countryCode(code) !== undefined)),
      publish: fc.boolean(),
    }),
    apartmentType: oneOf(shape.apartmentType),
    availableFrom: maybe(day),
    commission: maybe(wildText(100)),
    commissionDescription: maybe(wildText(300)),
    condition: maybe(oneOf(shape.condition.unwrap())),
    condoFee: maybe(amount),
    constructionYear: maybe(year),
    description: maybe(wildText(900)),
    energyCertificateStatus: maybe(oneOf(shape.energyCertificateStatus.unwrap())),
    floor: maybe(fc.integer({ min: -10, max: 200 })),
    furnishingDescription: maybe(wildText(300)),
    hasBalcony: flag,
    hasBuiltInKitchen: flag,
    hasCellar: flag,
    hasGarden: flag,
    hasGuestToilet: flag,
    hasLift: flag,
    heatingType: maybe(oneOf(shape.heatingType.unwrap())),
    interiorQuality: maybe(oneOf(shape.interiorQuality.unwrap())),
    isAccessible: flag,
    isListed: flag,
    isRented: flag,
    isSuitableAsHolidayHome: flag,
    lastRefurbished: maybe(year),
    livingArea: positive(1e6),
    locationDescription: maybe(wildText(300)),
    miscellaneousDescription: maybe(wildText(300)),
    monthlyRentalIncome: maybe(amount),
    numberOfBathrooms: maybe(count),
    numberOfBedrooms: maybe(count),
    numberOfFloors: maybe(count),
    numberOfParkingSpaces: maybe(count),
    numberOfRooms: fc.integer({ min: 1, max: 1998 }).map((halves) => halves / 2),
    parkingSpacePurchasePrice: maybe(amount),
    parkingSpaceType: maybe(oneOf(shape.parkingSpaceType.unwrap())),
    purchasePrice: maybe(amount),
    purchasePriceOnRequest: flag,
    requiresWBS: flag,
    residentialEnergyCertificate: maybe(certificate),
    title: wildText(100, 1),
    usableArea: maybe(positive(1e6)),
  })
  .map((some) => JSON.parse(JSON.stringify(some)) as unknown)
  .filter((some) => ApartmentBuyFields.safeParse(some).success)
  .map((some) => ApartmentBuyFields.parse(some));

const phone = fc
  .tuple(fc.integer({ min: 1, max: 9999 }), fc.nat(999), fc.nat(99_999_999))
  .map(([country, area, number]) => `+${String(country)} ${String(area)} ${String(number)}`);

const contact = fc
  .record({
    email: fc.constantFrom('anna@example.org', "o'hara+estate@example.org"),
    title: maybe(wildText(15)),
    firstName: maybe(wildText(30)),
    lastName: wildText(50, 1),
    phone: maybe(phone),
    mobilePhone: maybe(phone),
    website: maybe(fc.constantFrom('https://example.org/?a=1&b=2', 'http://example.org/%20')),
  })
  .map((some) => JSON.parse(JSON.stringify(some)) as unknown)
  .filter((some) => ContactFields.safeParse(some).success)
  .map((some) => ({ ...CONTACT, title: undefined, ...ContactFields.parse(some) }))
  .map(({ id, createdAt, updatedAt, ...some }) => ({
    id,
    createdAt,
    updatedAt,
    ...ContactFields.parse(some),
  }));

const attachment = fc.record({
  sha256: fc.string({
    unit: fc.constantFrom(...Array.from('0123456789abcdef')),
    minLength: 64,
    maxLength: 64,
  }),
  size: fc.integer({ min: 1, max: 16_000_000 }),
  mediaType: fc.constantFrom(...ATTACHMENT_TYPES),
  title: maybe(wildText(200)),
  isBlueprint: fc.boolean(),
});

const link = fc.record({
  url: fc.constantFrom(
    'https://tours.example.org/1?x=1&y=<2>',
    'https://youtu.be/abc',
    'https://example.org/ä',
  ),
  title: maybe(wildText(200)),
});

/** A property as the catalog could give it, with every field of the contract. */
export const anySnapshot: fc.Arbitrary<PropertySnapshot> = fc
  .record({
    fields,
    contact,
    externalId: fc.stringMatching(/^[a-zA-Z0-9/_#+:@ -]{1,50}$/),
    attachments: fc.array(attachment, { maxLength: 8 }),
    links: fc.array(link, { maxLength: 3 }),
  })
  .map(({ attachments, ...others }) => ({
    propertyId: 'd1a2b3c4e5f6g7h8i9jp',
    type: 'apartmentBuy' as const,
    ...others,
    attachments: attachments.map((one, position) => withoutNothing({ ...one, position })),
    links: others.links.map(withoutNothing),
    revision: 1,
    processingStatus: 'successful' as const,
    updatedAt: AT.toISOString(),
  }));

const withoutNothing = <Value extends object>(value: Value): Value =>
  Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as Value;

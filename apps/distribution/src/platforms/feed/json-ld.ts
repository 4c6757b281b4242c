import { PROPERTY_TYPES } from '@estate/contracts';
import type { AnyFields, Contact, PropertySnapshot, PropertyType, StoredAttachment } from '@estate/contracts';
import { isPicture } from '../../attachments/media-types.ts';

/** A value of JSON-LD; undefined ones are left out. */
export type Term =
  | string
  | number
  | boolean
  | undefined
  | { readonly [name: string]: Term }
  | readonly Term[];

type PhotoUrl = (attachment: Pick<StoredAttachment, 'sha256' | 'mediaType'>) => string;

/** A property in the vocabulary of schema.org. */
export function jsonLdOf({ externalId, fields, ...snapshot }: PropertySnapshot, photoUrl: PhotoUrl): Term {
  const attachments = snapshot.attachments.toSorted((one, other) => one.position - other.position);
  return {
    '@type': 'RealEstateListing',
    identifier: externalId,
    name: fields.title,
    description: 'description' in fields ? fields.description : undefined,
    dateModified: snapshot.updatedAt,
    image: attachments.filter(isPicture).map((picture) => imageOf(picture, photoUrl)),
    associatedMedia: attachments.filter((one) => !isPicture(one)).map((file) => mediaOf(file, photoUrl)),
    relatedLink: snapshot.links.map(({ url }) => url),
    about: placeOf(snapshot.type, fields),
    offers: offerOf(snapshot.type, fields, snapshot.contact),
  };
}

const imageOf = (picture: StoredAttachment, photoUrl: PhotoUrl): Term => ({
  '@type': 'ImageObject',
  contentUrl: photoUrl(picture),
  encodingFormat: picture.mediaType,
  caption: picture.title,
});

const mediaOf = (file: StoredAttachment, photoUrl: PhotoUrl): Term => ({
  '@type': 'MediaObject',
  contentUrl: photoUrl(file),
  encodingFormat: file.mediaType,
  name: file.title,
});

/** The types of schema.org: everything that people can be in is an accommodation, the rest is a place. */
const KINDS: Partial<Record<PropertyType, string>> = {
  apartmentBuy: 'Apartment',
  apartmentRent: 'Apartment',
  houseBuy: 'House',
  houseRent: 'House',
  plotBuy: 'Place',
  plotRent: 'Place',
  commercialPlotBuy: 'Place',
  parkingSpaceBuy: 'Place',
  parkingSpaceRent: 'Place',
};

function placeOf(type: PropertyType, fields: AnyFields): Term {
  const kind = KINDS[type] ?? 'Accommodation';
  return {
    '@type': kind,
    address: addressOf(fields),
    amenityFeature: amenitiesOf(fields),
    additionalProperty: [...areasOf(fields), ...furtherOf(kind, fields)],
    ...(kind !== 'Place' && accommodationOf(type, fields)),
  };
}

const accommodationOf = (type: PropertyType, fields: AnyFields): { readonly [name: string]: Term } => ({
  accommodationCategory: PROPERTY_TYPES[type].label.en,
  floorSize: squareMetres(fields.livingArea ?? fields.totalArea ?? fields.usableArea),
  numberOfRooms: fields.numberOfRooms,
  numberOfBedrooms: fields.numberOfBedrooms,
  numberOfBathroomsTotal: fields.numberOfBathrooms,
  yearBuilt: fields.constructionYear,
  floorLevel: fields.floor?.toString(),
});

/** The address. A hidden street is left out, because readers of the feed show every value. */
function addressOf({ address }: AnyFields): Term {
  const { street, streetNumber, postalCode, city, region, country, publish } = address;
  const streetAddress = [street, streetNumber].filter((part) => part !== undefined).join(' ');
  return {
    '@type': 'PostalAddress',
    streetAddress: publish && streetAddress !== '' ? streetAddress : undefined,
    postalCode,
    addressLocality: city,
    addressRegion: region,
    addressCountry: country,
  };
}

const squareMetres = (value: number | undefined): Term =>
  value === undefined ? undefined : { '@type': 'QuantitativeValue', value, unitCode: 'MTK' };

const AREAS = ['livingArea', 'usableArea', 'totalArea', 'plotArea', 'rentableArea', 'parkingArea'] as const;

const areasOf = (fields: AnyFields): Term[] =>
  AREAS.filter((name) => fields[name] !== undefined).map((name) => ({
    '@type': 'PropertyValue',
    name,
    value: fields[name],
    unitCode: 'MTK',
  }));

const AMENITIES = [
  ...([
    'hasAirConditioning',
    'hasBalcony',
    'hasBuiltInKitchen',
    'hasCanteen',
    'hasCellar',
    'hasGarden',
  ] as const),
  ...(['hasGuestToilet', 'hasKitchen', 'hasLift', 'hasLodgerFlat', 'hasNetworkCables', 'hasRamp'] as const),
  ...(['hasTerrace', 'isAccessible'] as const),
];

const amenitiesOf = (fields: AnyFields): Term =>
  AMENITIES.filter((name) => fields[name] !== undefined).map((name) => ({
    '@type': 'LocationFeatureSpecification',
    name,
    value: fields[name],
  }));

/** Fields with a term of their own, or as part of one. */
const WITH_TERM: ReadonlySet<string> = new Set<keyof AnyFields>([
  ...AREAS,
  ...AMENITIES,
  ...(['title', 'description', 'address', 'salesStatus', 'purchasePrice'] as const),
  ...(['purchasePriceOnRequest', 'baseRent', 'totalRent', 'yearlyRent'] as const),
]);

/** Fields with a term for accommodations only. */
const OF_ACCOMMODATIONS: ReadonlySet<string> = new Set<keyof AnyFields>([
  ...(['numberOfRooms', 'numberOfBedrooms', 'numberOfBathrooms', 'constructionYear', 'floor'] as const),
]);

/** All other fields, such as the energy certificate and the commission, by their names in the API. */
const furtherOf = (kind: string, fields: AnyFields): Term[] =>
  Object.entries(fields)
    .filter(([name]) => !WITH_TERM.has(name) && (kind === 'Place' || !OF_ACCOMMODATIONS.has(name)))
    .flatMap(([name, value]) => propertyValues(name, value as Term));

function propertyValues(name: string, value: Term): Term[] {
  if (typeof value === 'object' && !Array.isArray(value))
    return Object.entries(value).flatMap(([part, one]) => propertyValues(`${name}.${part}`, one));
  const isEmpty = Array.isArray(value) && value.length === 0;
  return isEmpty ? [] : [{ '@type': 'PropertyValue', name, value }];
}

const EUR = { priceCurrency: 'EUR' } as const;

const AVAILABILITY: Record<NonNullable<AnyFields['salesStatus']>, string> = {
  open: 'InStock',
  reserved: 'Reserved',
  sold: 'SoldOut',
};

function offerOf(type: PropertyType, fields: AnyFields, contact: Contact | undefined): Term {
  const isSale = PROPERTY_TYPES[type].deal === 'sale';
  return {
    '@type': 'Offer',
    businessFunction: `http://purl.org/goodrelations/v1#${isSale ? 'Sell' : 'LeaseOut'}`,
    availability: fields.salesStatus && `https://schema.org/${AVAILABILITY[fields.salesStatus]}`,
    ...(isSale ? purchaseOf(fields) : rentOf(fields)),
    offeredBy: contact && personOf(contact),
  };
}

const purchaseOf = ({ purchasePrice, purchasePriceOnRequest }: AnyFields) =>
  purchasePrice === undefined || purchasePriceOnRequest === true ? {} : { price: purchasePrice, ...EUR };

/** The rents, which are prices per time. */
function rentOf({ baseRent, totalRent, yearlyRent }: AnyFields) {
  const per = (name: string, price: number | undefined, unitCode: 'MON' | 'ANN'): Term =>
    price === undefined ? undefined : { '@type': 'UnitPriceSpecification', name, price, ...EUR, unitCode };
  const rents = [
    per('baseRent', baseRent, 'MON'),
    per('totalRent', totalRent, 'MON'),
    per('yearlyRent', yearlyRent, 'ANN'),
  ];
  return { priceSpecification: rents.filter((rent) => rent !== undefined) };
}

const personOf = ({ firstName, lastName, email, phone, mobilePhone, website }: Contact): Term => ({
  '@type': 'Person',
  givenName: firstName,
  familyName: lastName,
  email,
  telephone: [phone, mobilePhone].filter((number) => number !== undefined),
  url: website,
});

type Check = (value: unknown) => boolean;

const text: Check = (value) => typeof value === 'string';
const number: Check = (value) => typeof value === 'number';
const integer: Check = (value) => Number.isInteger(value);
const url: Check = (value) => typeof value === 'string' && URL.canParse(value);
const dateTime: Check = (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value));
const any: Check = (value) => ['string', 'number', 'boolean'].includes(typeof value);
const a =
  (...types: string[]): Check =>
  (value) =>
    types.includes(typeOf(value)) && misusedTerms(value).length === 0;

const AVAILABILITIES: ReadonlySet<unknown> = new Set(
  ['InStock', 'Reserved', 'SoldOut'].map((name) => `https://schema.org/${name}`),
);

const place = {
  address: a('PostalAddress'),
  amenityFeature: a('LocationFeatureSpecification'),
  additionalProperty: a('PropertyValue'),
};
const accommodation = {
  ...place,
  accommodationCategory: text,
  floorSize: a('QuantitativeValue'),
  numberOfRooms: number,
  numberOfBedrooms: number,
  numberOfBathroomsTotal: integer,
  yearBuilt: number,
  floorLevel: text,
};

/** The properties of the used schema.org types, with the types of their values, as its pages list them. */
const TERMS: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  RealEstateListing: {
    identifier: text,
    name: text,
    description: text,
    dateModified: dateTime,
    image: a('ImageObject'),
    associatedMedia: a('MediaObject'),
    relatedLink: url,
    about: a('Place', 'Accommodation', 'Apartment', 'House'),
    offers: a('Offer'),
  },
  MediaObject: { contentUrl: url, encodingFormat: text, name: text },
  ImageObject: { contentUrl: url, encodingFormat: text, caption: text },
  Place: place,
  Accommodation: accommodation,
  Apartment: accommodation,
  House: accommodation,
  PostalAddress: {
    streetAddress: text,
    postalCode: text,
    addressLocality: text,
    addressRegion: text,
    addressCountry: text,
  },
  QuantitativeValue: { value: number, unitCode: text },
  PropertyValue: { name: text, value: any, unitCode: text },
  LocationFeatureSpecification: { name: text, value: any },
  Offer: {
    businessFunction: url,
    availability: (value) => AVAILABILITIES.has(value),
    price: number,
    priceCurrency: text,
    priceSpecification: a('UnitPriceSpecification'),
    offeredBy: a('Person'),
  },
  UnitPriceSpecification: { name: text, price: number, priceCurrency: text, unitCode: text },
  Person: { givenName: text, familyName: text, email: text, telephone: text, url },
};

const typeOf = (value: unknown): string => String((value as { '@type'?: unknown } | null)?.['@type']);

/** The terms of an object that its type lacks, or whose values have another type; a term may have several values. */
export function misusedTerms(item: unknown): string[] {
  const type = typeOf(item);
  const terms = TERMS[type];
  if (!terms) return [type];
  return Object.entries(item as object).flatMap(([name, value]: [string, unknown]) => {
    if (name === '@type') return [];
    const check = terms[name];
    const values = Array.isArray(value) ? (value as unknown[]) : [value];
    return check && values.every(check) ? [] : [`${type}.${name}`];
  });
}

import type { PropertyType } from '@estate/contracts';

/** One property of a family of types: what a customer sends, and what each platform must show of it. */
export interface Family {
  name: string;
  type: PropertyType;
  /** Another type of the same family, which the property can never become. */
  otherType: PropertyType;
  fields: { title: string } & Record<string, unknown>;
  /** Texts and attributes of the object in the package, by path. */
  portal: Record<string, string>;
  market: { root: string; fields: Record<string, unknown> };
  /** A later value of a field, and what it looks like on each platform. */
  change: {
    fields: Record<string, unknown>;
    portal: Record<string, string>;
    market: Record<string, unknown>;
  };
  /** Fields with which the marketplace does not take the property, and the field that it objects to. */
  refused: { fields: Record<string, unknown>; field: string; code: string };
}

export const address = {
  street: 'Lindenweg',
  streetNumber: '12a',
  postalCode: '80331',
  city: 'München',
  country: 'DEU',
  publish: true,
};
const euros = (value: number, deal: 'PURCHASE' | 'RENT', interval: string) => ({
  value,
  currency: 'EUR',
  marketingType: deal,
  priceIntervalType: interval,
});
export const sale = (value: number) => euros(value, 'PURCHASE', 'ONE_TIME_CHARGE');
export const monthly = (value: number) => euros(value, 'RENT', 'MONTH');

export const FOR_SALE = { 'objektkategorie/vermarktungsart@KAUF': 'true' };
export const FOR_RENT = { 'objektkategorie/vermarktungsart@MIETE_PACHT': 'true' };
export const kind = (path: string) => `objektkategorie/objektart/${path}`;

/** The marketplace needs a region for every property outside Germany. */
export const abroad = {
  fields: { address: { ...address, postalCode: '1010', city: 'Wien', country: 'AUT' } },
  field: 'fields.address.region',
  code: 'value_missing',
};

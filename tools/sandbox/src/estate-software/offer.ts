import type { Scene } from '../file-server/scene-drawings.ts';

/** A number or a word in the software's format, by the name of its element. */
type Values = Readonly<Record<string, string>>;

export interface Person {
  number: string;
  salutation: 'Frau' | 'Herr';
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  mobile: string;
}

/** An object of the stock, in the words of the exported format. */
export interface Offer {
  number: string;
  title: string;
  use: 'WOHNEN' | 'GEWERBE' | 'ANLAGE';
  deal: 'KAUF' | 'MIETE_PACHT';
  /** The element below `objektart`, with its attribute. */
  kind: { element: string; attribute: string; word: string };
  address: { street: string; number: string; postalCode: string; city: string; state: string };
  floor?: number;
  /** The prices; the one that `priced` names can be changed. */
  prices: Values;
  priced: 'kaufpreis' | 'nettokaltmiete';
  areas: Values;
  /** The flags and words of the equipment: an element, or an element with attributes that are true. */
  equipment?: Readonly<Record<string, string | readonly string[]>>;
  year?: number;
  condition?: string;
  description: string;
  location: string;
  available?: string;
  photos: readonly Scene[];
  hasFloorPlan?: boolean;
  person: Person;
}

/** The changes by a person in the software. */
export interface Edits {
  price?: number;
  isRemoved?: true;
  /** Set if the kind of the object was lost, as by a faulty update of the software. */
  isBroken?: true;
}

export const priceOf = ({ prices, priced }: Offer, { price }: Edits): number =>
  price ?? Number(prices[priced] ?? 0);

import type { ApartmentBuyFields } from '@estate/contracts';
import { element, leaf, requiredLeaf, type XmlElement } from './xml.ts';

export interface Place {
  address: ApartmentBuyFields['address'];
  floor?: number | undefined;
  numberOfFloors?: number | undefined;
  hasVirtualTour?: boolean | undefined;
}

/** The format froze its country list before Romania changed its code. */
const FROZEN_COUNTRY_CODES: Record<string, string> = { ROU: 'ROM' };

/** Where the object is; the address is complete even when it is not to be shown. */
export function geo({ address, floor, numberOfFloors, hasVirtualTour }: Place): XmlElement {
  return element('geo', {}, [
    requiredLeaf('plz', address.postalCode),
    requiredLeaf('ort', address.city),
    leaf('strasse', address.street),
    leaf('hausnummer', address.streetNumber),
    leaf('bundesland', address.region),
    element('land', { iso_land: FROZEN_COUNTRY_CODES[address.country] ?? address.country }),
    leaf('etage', floor),
    leaf('anzahl_etagen', numberOfFloors),
    leaf('virtuelletour', hasVirtualTour),
  ]);
}

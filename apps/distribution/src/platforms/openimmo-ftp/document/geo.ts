import type { ApartmentBuyFields } from '@estate/contracts';
import { countryCode } from './countries.ts';
import { element, leaf, requiredLeaf, type XmlElement } from './xml.ts';

export interface Place {
  address: ApartmentBuyFields['address'];
  floor?: number | undefined;
  numberOfFloors?: number | undefined;
  hasVirtualTour?: boolean | undefined;
}

/** Where the object is; the address is complete even when it is not to be shown. A country that the format does not know is left out. */
export function geo({ address, floor, numberOfFloors, hasVirtualTour }: Place): XmlElement {
  const country = countryCode(address.country);
  return element('geo', {}, [
    requiredLeaf('plz', address.postalCode),
    requiredLeaf('ort', address.city),
    leaf('strasse', address.street),
    leaf('hausnummer', address.streetNumber),
    leaf('bundesland', address.region),
    country === undefined ? undefined : element('land', { iso_land: country }),
    leaf('etage', floor),
    leaf('anzahl_etagen', numberOfFloors),
    leaf('virtuelletour', hasVirtualTour),
  ]);
}

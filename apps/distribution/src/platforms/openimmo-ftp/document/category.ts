import type { ApartmentBuyFields } from '@estate/contracts';
import { element, type XmlElement } from './xml.ts';

type ApartmentType = ApartmentBuyFields['apartmentType'];

const APARTMENT_TYPES: Record<ApartmentType, string> = {
  apartment: 'APARTMENT',
  attic: 'DACHGESCHOSS',
  maisonette: 'MAISONETTE',
  penthouse: 'PENTHOUSE',
  loft: 'LOFT-STUDIO-ATELIER',
  terrace: 'TERRASSEN',
  lowerGroundFloor: 'SOUTERRAIN',
  groundFloor: 'ERDGESCHOSS',
  upperGroundFloor: 'ERDGESCHOSS',
  floor: 'ETAGE',
  other: 'KEINE_ANGABE',
};

/** What kind of object it is and that it is for sale. */
export function category(apartmentType: ApartmentType | undefined): XmlElement {
  const wohnungtyp = apartmentType && APARTMENT_TYPES[apartmentType];
  return element('objektkategorie', {}, [
    element('nutzungsart', { WOHNEN: true, GEWERBE: false }),
    element('vermarktungsart', { KAUF: true, MIETE_PACHT: false }),
    element('objektart', {}, [element('wohnung', { wohnungtyp })]),
  ]);
}

import type { ApartmentBuyFields } from '@estate/contracts';
import { element, leaf, type XmlElement } from './xml.ts';

/** Areas in square metres, and counts; a count of parking spaces must not be zero. */
export function areas(fields: ApartmentBuyFields): XmlElement {
  return element('flaechen', {}, [
    leaf('wohnflaeche', fields.livingArea),
    leaf('nutzflaeche', fields.usableArea),
    leaf('anzahl_zimmer', fields.numberOfRooms),
    leaf('anzahl_schlafzimmer', fields.numberOfBedrooms),
    leaf('anzahl_badezimmer', fields.numberOfBathrooms),
    leaf('anzahl_balkone', fields.hasBalcony ? 1 : undefined),
    leaf('anzahl_stellplaetze', fields.numberOfParkingSpaces || undefined),
  ]);
}

import type { ApartmentBuyFields } from '@estate/contracts';
import { group, leaf, type XmlElement } from './xml.ts';

export function texts(fields: ApartmentBuyFields): XmlElement | undefined {
  return group('freitexte', [
    leaf('objekttitel', fields.title),
    leaf('lage', fields.locationDescription),
    leaf('ausstatt_beschr', fields.furnishingDescription),
    leaf('objektbeschreibung', fields.description),
    leaf('sonstige_angaben', fields.miscellaneousDescription),
  ]);
}

import { FIELDS_OF, PROPERTY_TYPE_NAMES } from '@estate/contracts';
import type { FieldName, PropertyType } from '@estate/contracts';
import { describe, expect, it } from 'vitest';
import { LANDINGS, OTHER_PARKING, PARKING } from '../test-support/landings.ts';
import { carries } from './mapping.ts';

/** The area by its use, which readers filter by. */
const AREAS = {
  office: 'bueroflaeche',
  retail: 'verkaufsflaeche',
  gastronomy: 'gastroflaeche',
  industrial: 'lagerflaeche',
};
const isParking = (type: PropertyType) => type.startsWith('parkingSpace');
const hasPass = (type: PropertyType) => !isParking(type) && !/plot/i.test(type);
const isInvestment = (type: PropertyType) => type.includes('Investment');

/** The paths at which a parking space of known and of unknown kind has an amount or a number. */
function parking(type: PropertyType, attribute: string): string[] {
  const names = Object.keys(FIELDS_OF[type].shape);
  const hasAmount = names.includes('parkingSpaceRent') || names.includes('parkingSpacePurchasePrice');
  return [...(names.includes('parkingSpaceType') ? PARKING : []), ...(hasAmount ? [OTHER_PARKING] : [])].map(
    (element) => `${element}/@${attribute}`,
  );
}

function expected(type: PropertyType, name: FieldName): readonly string[] {
  const plain = LANDINGS[name];
  const use = Object.entries(AREAS).find(([start]) => type.startsWith(start))?.[1];
  switch (name) {
    case 'usableArea':
      return use === undefined ? plain : [...plain, `flaechen/${use}`];
    case 'baseRent':
      return 'heatingCosts' in FIELDS_OF[type].shape ? [...plain, 'preise/nebenkosten'] : plain;
    case 'additionalCosts':
      return isInvestment(type) ? ['preise/nebenkosten'] : plain;
    case 'parkingSpaceType':
      if (isParking(type)) return [...plain, 'objektkategorie/objektart/parken/@parken_typ'];
      return [...plain, OTHER_PARKING];
    case 'parkingSpacePurchasePrice':
      return parking(type, 'stellplatzkaufpreis');
    case 'parkingSpaceRent':
      return parking(type, 'stellplatzmiete');
    case 'numberOfParkingSpaces':
      return [...plain, ...parking(type, 'anzahl')];
    case 'commercialEnergyCertificate':
    case 'energyCertificateStatus':
      return hasPass(type) ? plain : [];
    default:
      return plain;
  }
}

describe('a field of a property of type', () => {
  it.each(PROPERTY_TYPE_NAMES)('%s lands where the documentation of the format has it', (type) => {
    for (const name of Object.keys(FIELDS_OF[type].shape) as FieldName[]) {
      const found = carries(type)[name] ?? [];
      expect([name, found.toSorted()]).toEqual([name, expected(type, name).toSorted()]);
    }
  });
});

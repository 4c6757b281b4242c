import { FIELDS_OF, PROPERTY_TYPE_NAMES } from '@estate/contracts';
import type { FieldName, PropertyType } from '@estate/contracts';
import { describe, expect, it } from 'vitest';
import { NOT_CARRIED } from '../test-support/not-carried.ts';
import { TYPES } from '../test-support/object-reader.ts';
import { carries } from './carries.ts';

const words = (text: string): string[] => text.split(/\s+/);

const CERTIFICATE = `energyCertificate/energyCertificateCreationDate buildingEnergyRatingType thermalCharacteristic
  energySourcesEnev2014/energySourceEnev2014`;

/** Places by the documentation of the marketplace beside those that the reader of objects knows. */
const FURTHER: Readonly<Partial<Record<FieldName, readonly string[]>>> = {
  commission: ['courtage/hasCourtage'],
  commissionDescription: ['courtage/courtage'],
  energyCertificateStatus: ['energyCertificate/energyCertificateAvailability'],
  residentialEnergyCertificate: words(
    `${CERTIFICATE} energyCertificate/energyEfficiencyClass energyConsumptionContainsWarmWater`,
  ),
  commercialEnergyCertificate: words(
    `${CERTIFICATE} energyCertificate/thermalCharacteristicElectricity
    energyCertificate/thermalCharacteristicHeating energyCertificate/electricityConsumption
    energyCertificate/heatingConsumption energyCertificate/energyConsumptionElectricity
    energyCertificate/energyConsumptionHeating`,
  ),
};

/** The places of a field and of its parts, as in `address/city`. */
const pathsOf = (type: PropertyType, field: FieldName): string[] =>
  TYPES[type][1]
    .filter(([name]) => name === field || name.startsWith(`${field}.`))
    .map(([, path]) => path.replaceAll('.', '/'));

function placesOf(type: PropertyType, name: FieldName): string[] {
  if (NOT_CARRIED[type].includes(name)) return [];
  // An investment has one place for its areas.
  if (name === 'usableArea' && type.includes('Investment')) return ['netFloorSpace'];
  return [...pathsOf(type, name), ...(FURTHER[name] ?? [])];
}

describe('a field of a property of type', () => {
  it.each(PROPERTY_TYPE_NAMES)('%s lands where the documentation of the marketplace has it', (type) => {
    for (const name of Object.keys(FIELDS_OF[type].shape) as FieldName[]) {
      const found = (carries(type)[name] ?? []).toSorted();
      expect([name, found]).toEqual([name, placesOf(type, name).toSorted()]);
    }
  });
});

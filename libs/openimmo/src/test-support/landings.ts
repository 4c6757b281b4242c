import { readFileSync } from 'node:fs';
import { FIELDS } from '@estate/contracts';
import type { FieldName } from '@estate/contracts';
import { fieldPlaces } from './field-places.ts';

export const PARKING = ['carport', 'duplex', 'freiplatz', 'garage', 'parkhaus', 'tiefgarage'].map(
  (kind) => `preise/stp_${kind}`,
);
export const OTHER_PARKING = 'preise/stp_sonstige';

/** Fields without a path of their own: the prices of parking spaces are attributes of each kind of space. */
const WITHOUT_PLACE: readonly string[] = [
  'parkingSpacePurchasePrice',
  'parkingSpaceRent',
  'drivingTimeToAirport',
  'drivingTimeToFreeway',
  'drivingTimeToTrainStation',
  'walkingTimeToPublicTransit',
] satisfies readonly FieldName[];

const SCHEMA = new URL('../../../../apps/distribution/schemas/openimmo-export.xsd', import.meta.url);

/** The paths of each field, according to the schema of packages and not to the rows. */
export const LANDINGS: Readonly<Record<FieldName, readonly string[]>> = landings();

/** @throws Error for a field that the schema lacks, and for a name in it that is no field */
function landings(): Record<FieldName, readonly string[]> {
  const places = fieldPlaces(readFileSync(SCHEMA, 'utf8'));
  const unknown = [...places.keys()].find((name) => !(name in FIELDS));
  if (unknown !== undefined) throw new Error(`openimmo-export.xsd: ${unknown} is no field`);
  const entries = Object.keys(FIELDS).map((name) => {
    const paths = places.get(name) ?? (WITHOUT_PLACE.includes(name) ? [] : undefined);
    if (paths === undefined) throw new Error(`openimmo-export.xsd has no place for the field ${name}`);
    return [name, paths];
  });
  return Object.fromEntries(entries) as Record<FieldName, readonly string[]>;
}

import type { Fields } from './check-body.ts';
import type { Root } from './object-schema.ts';
import { invalid } from './refusal.ts';

const HOMES: readonly Root[] = ['apartmentBuy', 'apartmentRent', 'houseBuy', 'houseRent'];
/** Roots for both homes and commercial objects. */
const MIXED: readonly Root[] = ['investment', 'specialPurpose'];

/** The allowed values of a commercial certificate, by its rating type and its date. */
const COMMERCIAL: Readonly<Record<string, readonly string[]>> = {
  'ENERGY_REQUIRED BEFORE_01_MAY_2014': ['thermalCharacteristic'],
  'ENERGY_REQUIRED FROM_01_MAY_2014': ['thermalCharacteristicElectricity', 'thermalCharacteristicHeating'],
  'ENERGY_CONSUMPTION BEFORE_01_MAY_2014': ['electricityConsumption', 'heatingConsumption'],
  'ENERGY_CONSUMPTION FROM_01_MAY_2014': ['energyConsumptionElectricity', 'energyConsumptionHeating'],
};
const VALUES = ['thermalCharacteristic', ...Object.values(COMMERCIAL).flat().slice(1)];

/** The energy certificate of an object. */
interface Energy {
  availability: unknown;
  date: unknown;
  rating: unknown;
  efficiency: unknown;
  water: unknown;
  values: Readonly<Record<string, unknown>>;
}

/** @throws Refusal for values that do not fit the certificate */
export function checkEnergy(root: Root, fields: Fields): void {
  const energy = energyOf(fields);
  checkSources(fields['energySourcesEnev2014'] as Fields | undefined);
  checkAvailability(energy);
  checkClass(energy);
  for (const [name, value] of Object.entries(energy.values)) {
    if (value === 0) throw invalid(name, value, 'NUMBER_IS_OUT_OF_RANGE');
  }
  if (!HOMES.includes(root)) checkPlaces(energy, MIXED.includes(root));
  checkWarmWater(energy);
}

function checkSources(sources: Fields | undefined): void {
  const all = [sources?.['energySourceEnev2014']].flat();
  if (all.length > 1 && all.includes('NO_INFORMATION'))
    throw invalid('energySourceEnev2014', all.join(), 'NO_INFORMATION_BESIDE_OTHER_SOURCES');
}

function energyOf(fields: Fields): Energy {
  const certificate = (fields['energyCertificate'] ?? {}) as Fields;
  const all: Fields = { ...certificate, thermalCharacteristic: fields['thermalCharacteristic'] };
  const given = VALUES.filter((name) => all[name] !== undefined);
  return {
    availability: certificate['energyCertificateAvailability'],
    date: certificate['energyCertificateCreationDate'],
    efficiency: certificate['energyEfficiencyClass'],
    rating: fields['buildingEnergyRatingType'],
    water: fields['energyConsumptionContainsWarmWater'],
    values: Object.fromEntries(given.map((name) => [name, all[name]])),
  };
}

function checkAvailability({ availability, date, rating, values }: Energy): void {
  if (availability !== 'NOT_AVAILABLE_YET' && availability !== 'NOT_REQUIRED') return;
  if (date !== undefined || rating !== undefined || Object.keys(values).length > 0) {
    throw invalid('energyCertificate', availability, 'EV_NOT_AVAILABLE_BUT_FIELDS_FILLED');
  }
}

function checkClass({ efficiency, date, rating }: Energy): void {
  if (efficiency === undefined || (date === 'FROM_01_MAY_2014' && rating !== undefined)) return;
  throw invalid('energyEfficiencyClass', efficiency, 'EV_EFFICIENCY_CLASS_NOT_VALID_FOR_THIS_CERTIFICATE');
}

function checkPlaces({ rating, date, values }: Energy, isMixed: boolean): void {
  const taken = COMMERCIAL[`${String(rating)} ${String(date)}`] ?? [];
  for (const [name, value] of Object.entries(values)) {
    if (taken.includes(name) || (isMixed && name === 'thermalCharacteristic')) continue;
    throw invalid(name, value, 'EV_VALUE_NOT_VALID_FOR_THIS_CERTIFICATE');
  }
}

function checkWarmWater({ water, date, rating, values }: Energy): void {
  if (water !== 'YES') return;
  const field = 'energyConsumptionContainsWarmWater';
  if (date !== 'BEFORE_01_MAY_2014' || rating !== 'ENERGY_CONSUMPTION') {
    throw invalid(field, water, 'EV_WARM_WATER_FIELD_NOT_VALID_FOR_THIS_CERTIFICATE');
  }
  if (values['thermalCharacteristic'] === undefined) {
    throw invalid(field, water, 'ENERGY_CONSUMPTION_CONTAINS_WARM_WATER_WITHOUT_ENERGY_CONSUMPTION');
  }
}

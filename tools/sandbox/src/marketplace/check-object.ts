import { checkFields, unwrap } from './check-body.ts';
import type { Fields } from './check-body.ts';
import { APARTMENT_BUY, CONTACT, NEW_ENERGY_SOURCES } from './object-schema.ts';
import { invalid, required, schemaRefusal } from './refusal.ts';

/** An object as it is stored, or the rule it breaks. `newValues`: the query asked for the newer energy sources. */
export function readObject(body: unknown, newValues: boolean): Fields {
  const fields = checkFields(unwrap(body, 'realestates.apartmentBuy'), APARTMENT_BUY);
  checkAddress(fields['address'] as Fields);
  checkEnergy(fields);
  const sources = (fields['energySourcesEnev2014'] as Fields | undefined)?.['energySourceEnev2014'];
  const isNew = [sources].flat().some((source) => NEW_ENERGY_SOURCES.includes(String(source)));
  if (isNew && !newValues) throw schemaRefusal('energySourceEnev2014 is none of its values');
  const courtage = fields['courtage'] as Fields;
  if (courtage['hasCourtage'] === 'YES' && courtage['courtage'] === undefined)
    throw required('courtage.courtage');
  if (fields['constructionYear'] !== undefined && fields['constructionYearUnknown'] === true) {
    throw invalid('constructionYear', fields['constructionYear'], 'YEAR_INVALID');
  }
  return fields;
}

function checkAddress(address: Fields): void {
  const region = address['internationalCountryRegion'] as Fields | undefined;
  if (region && region['country'] !== 'DEU') return;
  for (const name of ['street', 'houseNumber', 'postcode', 'city']) {
    if (address[name] === undefined) throw required(`address.${name}`);
  }
  if (!/^\d{5}$/.test(String(address['postcode']))) {
    throw invalid('address.postcode', address['postcode'], 'POSTCODE_INVALID');
  }
}

function checkEnergy(fields: Fields): void {
  const certificate = (fields['energyCertificate'] ?? {}) as Fields;
  const availability = certificate['energyCertificateAvailability'];
  const date = certificate['energyCertificateCreationDate'];
  const efficiency = certificate['energyEfficiencyClass'];
  const rating = fields['buildingEnergyRatingType'];
  const value = fields['thermalCharacteristic'];
  const water = fields['energyConsumptionContainsWarmWater'];
  const isFilled = [date, rating, value].some((one) => one !== undefined);
  if ((availability === 'NOT_AVAILABLE_YET' || availability === 'NOT_REQUIRED') && isFilled) {
    throw invalid('energyCertificate', availability, 'EV_NOT_AVAILABLE_BUT_FIELDS_FILLED');
  }
  if (efficiency !== undefined && (date !== 'FROM_01_MAY_2014' || rating === undefined)) {
    throw invalid('energyEfficiencyClass', efficiency, 'EV_EFFICIENCY_CLASS_NOT_VALID_FOR_THIS_CERTIFICATE');
  }
  if (value === 0) throw invalid('thermalCharacteristic', value, 'NUMBER_IS_OUT_OF_RANGE');
  checkWarmWater({ water, date, rating, value });
}

function checkWarmWater({
  water,
  date,
  rating,
  value,
}: Record<'water' | 'date' | 'rating' | 'value', unknown>): void {
  if (water !== 'YES') return;
  const field = 'energyConsumptionContainsWarmWater';
  if (date !== 'BEFORE_01_MAY_2014' || rating !== 'ENERGY_CONSUMPTION') {
    throw invalid(field, water, 'EV_WARM_WATER_FIELD_NOT_VALID_FOR_THIS_CERTIFICATE');
  }
  if (value === undefined) {
    throw invalid(field, water, 'ENERGY_CONSUMPTION_CONTAINS_WARM_WATER_WITHOUT_ENERGY_CONSUMPTION');
  }
}

const PHONE = /^\+[1-9]\d{0,3} +\d{1,10} +\d[\d ]{0,23}\d$/;

/** A contact as it is stored, or the rule it breaks. */
export function readContact(body: unknown): Fields {
  const fields = checkFields(unwrap(body, 'common.realtorContactDetail'), CONTACT);
  for (const name of ['phoneNumber', 'cellPhoneNumber']) {
    const phone = fields[name];
    if (typeof phone !== 'string') continue;
    if (!PHONE.test(phone) || /^\+49 +0/.test(phone)) throw invalid(name, phone, 'PHONE_NUMBER_INVALID');
  }
  return { salutation: 'NO_SALUTATION', ...fields };
}

import type { ApartmentBuyFields } from '@estate/contracts';
import { ENERGY_SOURCE_NAMES } from './energy-sources.ts';
import { element, group, leaf, type Attributes, type XmlElement } from './xml.ts';

type Required<Field extends keyof ApartmentBuyFields> = NonNullable<ApartmentBuyFields[Field]>;

const QUALITIES: Record<Required<'interiorQuality'>, string> = {
  standard: 'STANDARD',
  high: 'GEHOBEN',
  luxury: 'LUXUS',
};

/** A heat pump is a way of firing in this format, not a kind of heating. */
const HEATING_TYPES: Record<Exclude<Required<'heatingType'>, 'heatPump'>, string> = {
  stove: 'OFEN',
  floor: 'ETAGE',
  central: 'ZENTRAL',
  district: 'FERN',
  underfloor: 'FUSSBODEN',
};

const PARKING_SPACE_TYPES: Record<Required<'parkingSpaceType'>, string> = {
  garage: 'GARAGE',
  undergroundGarage: 'TIEFGARAGE',
  carport: 'CARPORT',
  outdoor: 'FREIPLATZ',
  carPark: 'PARKHAUS',
  duplex: 'DUPLEX',
};

export function features(fields: ApartmentBuyFields): XmlElement | undefined {
  const { heatingType, interiorQuality, parkingSpaceType } = fields;
  return group('ausstattung', [
    leaf('ausstatt_kategorie', interiorQuality && QUALITIES[interiorQuality]),
    flags('kueche', { EBK: fields.hasBuiltInKitchen }),
    heatingType === undefined || heatingType === 'heatPump'
      ? undefined
      : flags('heizungsart', { [HEATING_TYPES[heatingType]]: true }),
    firing(fields),
    flags('fahrstuhl', { PERSONEN: fields.hasLift }),
    parkingSpaceType && flags('stellplatzart', { [PARKING_SPACE_TYPES[parkingSpaceType]]: true }),
    leaf('gartennutzung', fields.hasGarden),
    leaf('barrierefrei', fields.isAccessible),
    flags('unterkellert', { keller: fields.hasCellar === undefined ? undefined : yesOrNo(fields.hasCellar) }),
    leaf('gaestewc', fields.hasGuestToilet),
  ]);
}

const yesOrNo = (value: boolean) => (value ? 'JA' : 'NEIN');

function firing({ heatingType, residentialEnergyCertificate }: ApartmentBuyFields): XmlElement | undefined {
  const { energySource, energySources = [] } = residentialEnergyCertificate ?? {};
  const sources = new Set(energySource === undefined ? energySources : [energySource, ...energySources]);
  const attributes: Attributes = { LUFTWP: heatingType === 'heatPump' || undefined };
  for (const source of sources) attributes[ENERGY_SOURCE_NAMES[source]] = true;
  return flags('befeuerung', attributes);
}

function flags(name: string, attributes: Attributes): XmlElement | undefined {
  const isEmpty = Object.values(attributes).every((value) => value === undefined);
  return isEmpty ? undefined : element(name, attributes);
}

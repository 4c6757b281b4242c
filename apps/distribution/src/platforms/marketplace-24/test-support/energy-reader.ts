import type { AnyFields } from '@estate/contracts';

type Values = Record<string, unknown>;

const SOURCES: Readonly<Record<string, string>> = {
  OIL: 'oil', GAS: 'gas', ELECTRICITY: 'electric', SOLAR_HEATING: 'solar', GEOTHERMAL: 'geothermal',
  DISTRICT_HEATING: 'district', HYDRO_ENERGY: 'water', PELLET_HEATING: 'pellet', COAL: 'coal', WOOD: 'wood',
  LIQUID_GAS: 'liquidGas', ENVIRONMENTAL_THERMAL_ENERGY: 'ambientHeat', LOCAL_HEATING: 'localHeat', BIO_ENERGY: 'bioenergy', WIND_ENERGY: 'wind',
}; // oxfmt-ignore
const STATUS: Readonly<Record<string, string>> = {
  AVAILABLE: 'present',
  NOT_AVAILABLE_YET: 'notYetPresent',
  NOT_REQUIRED: 'notRequired',
};
const VALUES = [
  'thermalCharacteristicElectricity', 'thermalCharacteristicHeating', 'electricityConsumption', 'heatingConsumption',
  'energyConsumptionElectricity', 'energyConsumptionHeating',
] as const; // oxfmt-ignore

const known = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

/** The energy values of an object, with the field names of the API. */
export function readEnergy({ fields }: { fields: Values }): Values {
  const certificate = (fields['energyCertificate'] ?? {}) as Values;
  const date = certificate['energyCertificateCreationDate'];
  const rating = fields['buildingEnergyRatingType'];
  const water = fields['energyConsumptionContainsWarmWater'];
  const sources = (fields['energySourcesEnev2014'] as Values | undefined)?.['energySourceEnev2014'] as
    | string[]
    | undefined;
  return known({
    status: STATUS[String(certificate['energyCertificateAvailability'])],
    prior2014: date === undefined ? undefined : date === 'BEFORE_01_MAY_2014',
    type: rating === undefined ? undefined : rating === 'ENERGY_REQUIRED' ? 'need' : 'consumption',
    energyClass: certificate['energyEfficiencyClass'],
    warmWaterIncluded: water === undefined ? undefined : water === 'YES',
    sources: sources?.map((source) => SOURCES[source]).toSorted(),
    thermalCharacteristic: fields['thermalCharacteristic'],
    ...Object.fromEntries(VALUES.map((name) => [name, certificate[name]])),
  });
}

/**
 * The energy values that an object must have: those of a certificate only if it exists, each only where its type and date have an element.
 */
export function expectedEnergy(fields: AnyFields): Values {
  const { residentialEnergyCertificate: home, commercialEnergyCertificate: trade } = fields;
  const certificate = home ?? trade;
  const status = fields.energyCertificateStatus ?? (certificate && 'present');
  const sources = certificate && sourcesOf(certificate);
  const values = { status, sources: sources?.length ? sources : undefined, type: certificate?.type };
  if (status !== 'present') return known({ ...values, type: undefined });
  return known({ ...values, ...(home && ofHome(home)), ...(trade && ofTrade(trade)) });
}

interface Carriers {
  energySource?: string | undefined;
  energySources?: readonly string[] | undefined;
}

/** Sources without a name: the marketplace has several values for combined heat and power, and none for others. */
export const WITHOUT_NAME: readonly string[] = ['combinedHeatAndPower', 'other'];

const sourcesOf = ({ energySources: all = [], energySource }: Carriers) => {
  const named = all.length > 0 ? all : energySource === undefined ? [] : [energySource];
  return [...new Set(named)].filter((source) => !WITHOUT_NAME.includes(source)).toSorted();
};

function ofHome(home: NonNullable<AnyFields['residentialEnergyCertificate']>): Values {
  const { type, prior2014, energyClass, warmWaterIncluded } = home;
  const prior = prior2014 ?? (energyClass === undefined ? undefined : false);
  return {
    prior2014: prior,
    energyClass: prior === false ? energyClass : undefined,
    warmWaterIncluded: prior === true && type === 'consumption' ? warmWaterIncluded : undefined,
    thermalCharacteristic: type === 'need' ? home.energyNeed : home.energyConsumption,
  };
}

function ofTrade(trade: NonNullable<AnyFields['commercialEnergyCertificate']>): Values {
  const { energyNeed, powerNeed, heatNeed, powerConsumption, heatConsumption } = trade;
  const isSingle =
    trade.type === 'need' && energyNeed !== undefined && powerNeed === undefined && heatNeed === undefined;
  const prior2014 = trade.prior2014 ?? isSingle;
  if (trade.type === 'need') {
    return prior2014
      ? { prior2014, thermalCharacteristic: energyNeed }
      : {
          prior2014,
          thermalCharacteristicElectricity: powerNeed,
          thermalCharacteristicHeating: heatNeed,
        };
  }
  return prior2014
    ? { prior2014, electricityConsumption: powerConsumption, heatingConsumption: heatConsumption }
    : {
        prior2014,
        energyConsumptionElectricity: powerConsumption,
        energyConsumptionHeating: heatConsumption,
      };
}

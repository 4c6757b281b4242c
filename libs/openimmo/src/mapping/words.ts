import type { AnyFields } from '@estate/contracts';
import type { Words } from './mapping-row.ts';

export const QUALITIES: Words<'interiorQuality'> = { standard: 'STANDARD', high: 'GEHOBEN', luxury: 'LUXUS' };

export const CONDITIONS: Words<'condition'> = {
  firstTimeUse: 'ERSTBEZUG',
  mint: 'NEUWERTIG',
  refurbished: 'VOLL_SANIERT',
  renovated: 'TEIL_VOLLRENOVIERT',
  modernised: 'MODERNISIERT',
  wellKept: 'GEPFLEGT',
  requiresRefurbishment: 'SANIERUNGSBEDUERFTIG',
  demolitionReady: 'ABRISSOBJEKT',
  negotiable: 'NACH_VEREINBARUNG',
};

/**
 * The words for the heating. A heat pump is a way of firing in this format. A stove is often an addition to a building's heating, so it is
 * read last.
 */
export const HEATING_TYPES: Record<Exclude<NonNullable<AnyFields['heatingType']>, 'heatPump'>, string> = {
  floor: 'ETAGE',
  central: 'ZENTRAL',
  district: 'FERN',
  underfloor: 'FUSSBODEN',
  stove: 'OFEN',
};

export const PARKING_SPACE_TYPES: Words<'parkingSpaceType'> = {
  garage: 'GARAGE',
  undergroundGarage: 'TIEFGARAGE',
  carport: 'CARPORT',
  outdoor: 'FREIPLATZ',
  carPark: 'PARKHAUS',
  duplex: 'DUPLEX',
};

export const FLOORINGS: Words<'flooringType'> = {
  concrete: 'ESTRICH',
  epoxyResin: 'ESTRICH',
  tiles: 'FLIESEN',
  planks: 'DIELEN',
  laminate: 'LAMINAT',
  parquet: 'PARKETT',
  pvc: 'KUNSTSTOFF',
  carpet: 'TEPPICH',
  officeCarpet: 'TEPPICH',
  antistatic: 'DOPPELBODEN',
  stone: 'STEIN',
  customizable: undefined,
  none: undefined,
};

export const BUILDING_REGULATIONS: Words<'buildingRegulation'> = {
  developmentPlan: 'B_PLAN',
  neighbouringDevelopment: '34_NACHBARSCHAFT',
  outlyingArea: '35_AUSSENGEBIET',
};

export const DEVELOPMENTS: Words<'development'> = {
  developed: 'VOLLERSCHLOSSEN',
  partiallyDeveloped: 'TEILERSCHLOSSEN',
  undeveloped: 'UNERSCHLOSSEN',
};

export const SALES_STATUSES: Words<'salesStatus'> = {
  open: 'OFFEN',
  reserved: 'RESERVIERT',
  sold: 'VERKAUFT',
};

export const PETS: Words<'petsAllowed'> = { yes: 'true', no: 'false', negotiable: undefined };

export type EnergySource = NonNullable<
  NonNullable<AnyFields['residentialEnergyCertificate']>['energySource']
>;

/** The words for energy sources in the certificate, where the format allows any text. */
export const ENERGY_SOURCES: Record<EnergySource, string> = {
  oil: 'OEL',
  gas: 'GAS',
  electric: 'ELEKTRO',
  solar: 'SOLAR',
  geothermal: 'ERDWAERME',
  district: 'FERN',
  water: 'WASSER-ELEKTRO',
  pellet: 'PELLET',
  coal: 'KOHLE',
  wood: 'HOLZ',
  liquidGas: 'FLUESSIGGAS',
  ambientHeat: 'UMWELTWAERME',
  localHeat: 'NAHWAERME',
  combinedHeatAndPower: 'BLOCK',
  bioenergy: 'BIOENERGIE',
  wind: 'WINDENERGIE',
  other: 'ALTERNATIV',
};

/** The word for a heat pump, which is among the ways of firing. */
export const HEAT_PUMP = 'LUFTWP';

/** The attributes for energy sources among the ways of firing; earlier schemas of 1.2.7 lack those of version 1.2.7c. */
export const FIRED_BY: Record<EnergySource, string> = {
  ...ENERGY_SOURCES,
  ambientHeat: HEAT_PUMP,
  localHeat: 'FERN',
  bioenergy: 'ALTERNATIV',
  wind: 'ALTERNATIV',
};

/** The date of a certificate, or the reason why there is none. */
export const VINTAGES = {
  prior2014: '2008',
  since2014: '2014',
  notRequired: 'nicht_noetig',
  notYetPresent: 'bei_besichtigung',
  present: undefined,
} as const;

/** The reasons why there is no certificate. */
export const CERTIFICATE_STATUSES: Words<'energyCertificateStatus'> = {
  notRequired: VINTAGES.notRequired,
  notYetPresent: VINTAGES.notYetPresent,
  present: undefined,
};

/** Further words of the format, and names that software writes instead of them. */
export const FURTHER_ENERGY_SOURCES: Readonly<Record<string, EnergySource>> = {
  LUFTWP: 'ambientHeat', ERDGAS_LEICHT: 'gas', ERDGAS_SCHWER: 'gas', FERNWAERME_DAMPF: 'district', WAERMELIEFERUNG: 'district',
  WASSERENERGIE: 'water', KWK_FOSSIL: 'combinedHeatAndPower', KWK_ERNEUERBAR: 'combinedHeatAndPower',
  KWK_REGENERATIV: 'combinedHeatAndPower', KWK_BIO: 'combinedHeatAndPower',
  HEIZOEL: 'oil', OIL: 'oil', ERDGAS: 'gas', STROM: 'electric', ELEKTRIZITAET: 'electric', FERNWAERME: 'district', ERDGAS_E: 'gas', ERDGAS_H: 'gas',
  ERDGAS_L: 'gas', ERDGAS_LL: 'gas', PELLETS: 'pellet', HOLZPELLETS: 'pellet', HOLZHACKSCHNITZEL: 'wood', SOLARENERGIE: 'solar',
  SOLARTHERMIE: 'solar', KOHLE_KOKS: 'coal', KOKS: 'coal', STEINKOHLE: 'coal', BRAUNKOHLE: 'coal', GEOTHERMIE: 'geothermal', WASSER: 'water',
  WASSERKRAFT: 'water', UMWELTENERGIE: 'ambientHeat', WAERMEPUMPE: 'ambientHeat', LUFTWAERMEPUMPE: 'ambientHeat', WAERMEPUMPE_LUFT: 'ambientHeat',
  'LUFT-WASSER-WAERMEPUMPE': 'ambientHeat', BHKW: 'combinedHeatAndPower', BLOCKHEIZKRAFTWERK: 'combinedHeatAndPower',
  KWK: 'combinedHeatAndPower', 'KRAFT-WAERME-KOPPLUNG': 'combinedHeatAndPower', BIOGAS: 'bioenergy', BIOMASSE: 'bioenergy', WIND: 'wind',
  WINDKRAFT: 'wind',
}; // oxfmt-ignore

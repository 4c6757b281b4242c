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

/** A heat pump is a way of firing in this format, not a kind of heating. */
export const HEATING_TYPES: Record<Exclude<NonNullable<AnyFields['heatingType']>, 'heatPump'>, string> = {
  stove: 'OFEN',
  floor: 'ETAGE',
  central: 'ZENTRAL',
  district: 'FERN',
  underfloor: 'FUSSBODEN',
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

export const PETS: Words<'petsAllowed'> = { yes: 'true', no: 'false', negotiable: undefined };

type EnergySource = NonNullable<AnyFields['residentialEnergyCertificate']>['energySource'];

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
};

/** A heat pump is among the ways of firing. */
export const HEAT_PUMP = 'LUFTWP';

/** The date of a certificate, or why there is none. */
export const VINTAGES = {
  prior2014: '2008',
  since2014: '2014',
  notRequired: 'nicht_noetig',
  notYetPresent: 'bei_besichtigung',
  present: undefined,
} as const;

/** Names of energy sources that software writes instead of the words of the format. */
export const FURTHER_ENERGY_SOURCES: Readonly<Record<string, EnergySource>> = {
  ÖL: 'oil', HEIZÖL: 'oil', ERDGAS: 'gas', STROM: 'electric', FERNWÄRME: 'district', ERDWÄRME: 'geothermal',
  FLÜSSIGGAS: 'liquidGas', PELLETS: 'pellet', HOLZPELLETS: 'pellet', SOLARENERGIE: 'solar', KOHLE_KOKS: 'coal',
}; // oxfmt-ignore

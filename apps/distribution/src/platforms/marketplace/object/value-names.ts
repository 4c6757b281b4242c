import type { ApartmentBuyFields } from '@estate/contracts';

type Values<Name extends keyof ApartmentBuyFields> = Record<
  Extract<NonNullable<ApartmentBuyFields[Name]>, string>,
  string
>;
type EnergySource = NonNullable<ApartmentBuyFields['residentialEnergyCertificate']>['energySource'];

export const APARTMENT_TYPES: Values<'apartmentType'> = {
  apartment: 'APARTMENT',
  attic: 'ROOF_STOREY',
  maisonette: 'MAISONETTE',
  penthouse: 'PENTHOUSE',
  loft: 'LOFT',
  terrace: 'TERRACED_FLAT',
  lowerGroundFloor: 'HALF_BASEMENT',
  groundFloor: 'GROUND_FLOOR',
  upperGroundFloor: 'RAISED_GROUND_FLOOR',
  floor: 'APARTMENT',
  other: 'OTHER',
};

export const CONDITIONS: Values<'condition'> = {
  firstTimeUse: 'FIRST_TIME_USE',
  mint: 'MINT_CONDITION',
  refurbished: 'REFURBISHED',
  renovated: 'FULLY_RENOVATED',
  modernised: 'MODERNIZED',
  wellKept: 'WELL_KEPT',
  requiresRefurbishment: 'NEED_OF_RENOVATION',
  demolitionReady: 'RIPE_FOR_DEMOLITION',
  negotiable: 'NEGOTIABLE',
};

export const HEATING_TYPES: Values<'heatingType'> = {
  stove: 'STOVE_HEATING',
  floor: 'SELF_CONTAINED_CENTRAL_HEATING',
  central: 'CENTRAL_HEATING',
  district: 'DISTRICT_HEATING',
  underfloor: 'FLOOR_HEATING',
  heatPump: 'HEAT_PUMP',
};

export const PARKING_SPACE_TYPES: Values<'parkingSpaceType'> = {
  garage: 'GARAGE',
  undergroundGarage: 'UNDERGROUND_GARAGE',
  carport: 'CARPORT',
  outdoor: 'OUTSIDE',
  carPark: 'CAR_PARK',
  duplex: 'DUPLEX',
};

export const INTERIOR_QUALITIES: Values<'interiorQuality'> = {
  standard: 'NORMAL',
  high: 'SOPHISTICATED',
  luxury: 'LUXURY',
};

export const ENERGY_SOURCES: Record<EnergySource, string> = {
  oil: 'OIL',
  gas: 'GAS',
  electric: 'ELECTRICITY',
  solar: 'SOLAR_HEATING',
  geothermal: 'GEOTHERMAL',
  district: 'DISTRICT_HEATING',
  water: 'HYDRO_ENERGY',
  pellet: 'PELLET_HEATING',
  coal: 'COAL',
  wood: 'WOOD',
  liquidGas: 'LIQUID_GAS',
};

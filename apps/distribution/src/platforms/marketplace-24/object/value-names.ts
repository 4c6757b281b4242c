import type { AnyFields } from '@estate/contracts';

type Values<Name extends keyof AnyFields> = Record<Extract<NonNullable<AnyFields[Name]>, string>, string>;
type EnergySource = NonNullable<NonNullable<AnyFields['residentialEnergyCertificate']>['energySource']>;

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

/** The kinds of garages; the same as those of an object that is a parking space. */
export const GARAGE_TYPES: Values<'parkingSpaceType'> = { ...PARKING_SPACE_TYPES, outdoor: 'STREET_PARKING' };

export const INTERIOR_QUALITIES: Values<'interiorQuality'> = {
  standard: 'NORMAL',
  high: 'SOPHISTICATED',
  luxury: 'LUXURY',
};

/** The names of energy sources; undefined for one without a name. */
export const ENERGY_SOURCES: Record<EnergySource, string | undefined> = {
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
  ambientHeat: 'ENVIRONMENTAL_THERMAL_ENERGY',
  localHeat: 'LOCAL_HEATING',
  // The marketplace has four of them, none of which is known.
  combinedHeatAndPower: undefined,
  bioenergy: 'BIO_ENERGY',
  wind: 'WIND_ENERGY',
  other: undefined,
};

export const HOUSE_TYPES: Values<'houseType'> = {
  singleFamily: 'SINGLE_FAMILY_HOUSE',
  midTerrace: 'MID_TERRACE_HOUSE',
  endTerrace: 'END_TERRACE_HOUSE',
  multiFamily: 'MULTI_FAMILY_HOUSE',
  bungalow: 'BUNGALOW',
  semiDetached: 'SEMIDETACHED_HOUSE',
  farm: 'FARMHOUSE',
  villa: 'VILLA',
  other: 'OTHER',
};

export const OFFICE_TYPES: Values<'officeType'> = {
  loft: 'LOFT',
  studio: 'STUDIO',
  office: 'OFFICE',
  officeBuilding: 'OFFICE_BUILDING',
  doctorsOffice: 'SURGERY',
  doctorsOfficeBuilding: 'SURGERY_BUILDING',
};

export const STORE_TYPES: Values<'retailType'> = {
  store: 'STORE',
  mall: 'SHOPPING_CENTRE',
  departmentStore: 'DEPARTMENT_STORE',
  kiosk: 'KIOSK',
  exhibitionSpace: 'SHOWROOM_SPACE',
  salesArea: 'SALES_AREA',
};

export const GASTRONOMY_TYPES: Values<'gastronomyType'> = {
  restaurant: 'RESTAURANT',
  guestHouse: 'GUESTS_HOUSE',
  hotel: 'HOTEL',
  bar: 'BAR_LOUNGE',
  cafe: 'CAFE',
  club: 'CLUB_DISCO',
};

export const INDUSTRY_TYPES: Values<'industrialType'> = {
  hall: 'HALL',
  industrialHall: 'INDUSTRY_HALL',
  storage: 'STORAGE_AREA',
  coldStorage: 'COLD_STORAGE',
  highBayStorage: 'HIGH_LACK_STORAGE',
  shippingStorage: 'SHIPPING_STORAGE',
  shop: 'REPAIR_SHOP',
  service: 'SERVICE_AREA',
};

export const TRADE_SITE_USES: Values<'commercialPlotType'> = {
  recreation: 'LEISURE',
  commercial: 'TRADE',
  agriculture: 'AGRICULTURE_FORESTRY',
};

export const COMMERCIAL_INVESTMENT_TYPES: Values<'commercialInvestmentType'> = {
  mall: 'SHOPPING_CENTRE',
  supermarket: 'SUPERMARKET',
  commercialBuilding: 'COMMERCIAL_BUILDING',
  officeBuilding: 'OFFICE_BUILDING',
  industrial: 'INDUSTRIAL_PROPERTY',
};

export const RESIDENTIAL_INVESTMENT_TYPES: Values<'residentialInvestmentType'> = {
  multiFamily: 'MULTI_FAMILY_HOUSE',
  residentialAndCommercial: 'LIVING_BUSINESS_HOUSE',
  housingEstate: 'HOUSING_ESTATE',
  singleFamily: 'SINGLE_FAMILY_HOUSE',
  apartment: 'FREEHOLD_FLAT',
  other: 'OTHER',
};

export const BUILDING_REGULATIONS: Values<'buildingRegulation'> = {
  developmentPlan: 'CONSTRUCTIONPLAN',
  neighbouringDevelopment: 'NEIGHBOURCONSTRUCTION',
  outlyingArea: 'EXTERNALAREA',
};

export const DEVELOPMENTS: Values<'development'> = {
  developed: 'DEVELOPED',
  partiallyDeveloped: 'DEVELOPED_PARTIALLY',
  undeveloped: 'NOT_DEVELOPED',
};

export const FLOORINGS: Values<'flooringType'> = {
  concrete: 'CONCRETE',
  epoxyResin: 'EPOXY_RESIN',
  tiles: 'TILES',
  planks: 'PLANKS',
  laminate: 'LAMINATE',
  parquet: 'PARQUET',
  pvc: 'PVC',
  carpet: 'CARPET',
  officeCarpet: 'OFFICE_CARPET',
  antistatic: 'ANTISTATIC_FLOOR',
  stone: 'STONE',
  customizable: 'CUSTOMIZABLE',
  none: 'WITHOUT',
};

export const PETS_ALLOWED: Values<'petsAllowed'> = { yes: 'YES', no: 'NO', negotiable: 'NEGOTIABLE' };

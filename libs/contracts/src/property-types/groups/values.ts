/** The values of enumerated fields that several groups or types share. */
export const CONDITIONS = [
  'firstTimeUse', 'mint', 'requiresRefurbishment', 'refurbished', 'renovated', 'modernised', 'wellKept',
  'demolitionReady', 'negotiable',
] as const; // oxfmt-ignore

export const HEATING_TYPES = ['stove', 'floor', 'central', 'district', 'underfloor', 'heatPump'] as const;

export const PARKING_SPACE_TYPES = [
  'garage', 'undergroundGarage', 'carport', 'outdoor', 'carPark', 'duplex',
] as const; // oxfmt-ignore

export const ENERGY_SOURCES = [
  'oil', 'gas', 'electric', 'solar', 'geothermal', 'district', 'water', 'pellet', 'coal', 'wood', 'liquidGas',
  'ambientHeat', 'localHeat', 'combinedHeatAndPower', 'bioenergy', 'wind', 'other',
] as const; // oxfmt-ignore

export const SALES_STATUSES = ['open', 'reserved', 'sold'] as const;

import type { FieldInfo } from '../field-info.ts';

const MINUTES = 'min';

export const surroundings = {
  drivingTimeToAirport: {
    section: 'surroundings',
    unit: MINUTES,
    label: { de: 'Fahrzeit zum Flughafen', en: 'Driving time to the airport' },
    example: 35,
  },
  drivingTimeToFreeway: {
    section: 'surroundings',
    unit: MINUTES,
    label: { de: 'Fahrzeit zur Autobahn', en: 'Driving time to the motorway' },
    example: 8,
  },
  drivingTimeToTrainStation: {
    section: 'surroundings',
    unit: MINUTES,
    label: { de: 'Fahrzeit zum Hauptbahnhof', en: 'Driving time to the main station' },
    example: 12,
  },
  walkingTimeToPublicTransit: {
    section: 'surroundings',
    unit: MINUTES,
    label: { de: 'Fußweg zum Nahverkehr', en: 'Walking time to public transport' },
    example: 4,
  },
} as const satisfies Record<string, FieldInfo>;

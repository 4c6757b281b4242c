import { inSection } from '../field-info.ts';

const MINUTES = 'min';

export const surroundings = inSection('surroundings', {
  drivingTimeToAirport: {
    unit: MINUTES,
    label: { de: 'Fahrzeit zum Flughafen', en: 'Driving time to the airport' },
    example: 35,
  },
  drivingTimeToFreeway: {
    unit: MINUTES,
    label: { de: 'Fahrzeit zur Autobahn', en: 'Driving time to the motorway' },
    example: 8,
  },
  drivingTimeToTrainStation: {
    unit: MINUTES,
    label: { de: 'Fahrzeit zum Hauptbahnhof', en: 'Driving time to the main station' },
    example: 12,
  },
  walkingTimeToPublicTransit: {
    unit: MINUTES,
    label: { de: 'Fußweg zum Nahverkehr', en: 'Walking time to public transport' },
    example: 4,
  },
});

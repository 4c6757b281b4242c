import { z } from 'zod';

const minutes = z.int().min(0).max(999).optional().meta({ description: 'Whole minutes.' });

export const access = {
  drivingTimeToAirport: minutes,
  drivingTimeToFreeway: minutes,
  drivingTimeToTrainStation: minutes,
  walkingTimeToPublicTransit: minutes,
};

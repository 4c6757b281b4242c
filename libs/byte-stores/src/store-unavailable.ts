import { Unavailable } from '@estate/errors';

/** Its message may be seen by customers; what an operator has to know is in the details, which are logged. */
export const storeUnavailable = (place: string, reason: string, cause: unknown): Unavailable =>
  new Unavailable('The byte store is unavailable.', {
    code: 'service-unavailable',
    details: { store: place, reason: `The byte store ${place} ${reason}.` },
    cause,
  });

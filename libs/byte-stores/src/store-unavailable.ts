import { Unavailable } from '@estate/errors';

/** The error for an unavailable store. Customers may see its message; the details for operators are logged. */
export const storeUnavailable = (place: string, reason: string, cause: unknown): Unavailable =>
  new Unavailable('The byte store is unavailable.', {
    code: 'service-unavailable',
    details: { store: place, reason: `The byte store ${place} ${reason}.` },
    cause,
  });

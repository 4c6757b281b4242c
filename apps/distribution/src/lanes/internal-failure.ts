import type { PublicationFailure } from '../platforms/platform.ts';

/** How a failure of the service itself is shown to the customer. */
export const INTERNAL: PublicationFailure = {
  code: 'internal',
  message: 'An internal error occurred.',
  repeat: true,
  scope: 'listing',
};

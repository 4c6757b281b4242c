import type { PublicationOutcome, PublicationFailure } from '../src/platforms/platform.ts';

/** What a portal answers that does not take a publication. */
export const failing = (
  code: 'connection_lost' | 'rate_limited' | 'validation_rejected',
  repeat: boolean,
  scope: 'listing' | 'target',
): PublicationOutcome => ({
  ok: false,
  failure: { code, message: `It said ${code}.`, repeat, scope },
});

/** What a portal answers that does not let the account in. */
export const LOGIN_REFUSED: PublicationFailure = {
  code: 'credentials_rejected',
  message: '530',
  repeat: false,
  scope: 'target',
};

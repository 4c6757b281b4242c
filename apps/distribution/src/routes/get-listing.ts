import { getListing } from '@estate/contracts';
import { found } from '@estate/errors';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { shownListing } from '../listings/shown-listing.ts';

export const getListingRoute = (deps: Deps) =>
  answer(getListing, async ({ id }, { accountId }) =>
    shownListing(found(await deps.listings.find(accountId, id), 'listing', id), deps),
  );

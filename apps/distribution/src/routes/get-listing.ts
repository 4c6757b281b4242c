import { getListing } from '@estate/contracts';
import { found } from '@estate/errors';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { listingResource } from '../domain/listing.ts';

export const getListingRoute = ({ listings }: Deps) =>
  answer(getListing, async ({ id }, { accountId }) =>
    listingResource(found(await listings.find(accountId, id), 'listing', id)),
  );

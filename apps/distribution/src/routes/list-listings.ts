import { listListings } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { listingResource } from '../domain/listing.ts';

export const listListingsRoute = ({ listings }: Deps) =>
  answer(listListings, async ({ published, ...query }, { accountId }) => {
    const filter = published === undefined ? query : { ...query, published: published === 'true' };
    const { hasMore, docs } = await listings.list(accountId, filter);
    return { hasMore, data: docs.map(listingResource) };
  });

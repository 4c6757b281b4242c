import { listListings } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { shownListings } from '../listings/shown-listing.ts';

export const listListingsRoute = (deps: Deps) =>
  answer(listListings, async ({ published, ...query }, { accountId }) => {
    const filter = published === undefined ? query : { ...query, published: published === 'true' };
    const { hasMore, data } = await deps.listings.list(accountId, filter);
    return { hasMore, data: await shownListings(data, deps) };
  });

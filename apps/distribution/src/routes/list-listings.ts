import { listListings } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { selectTargets } from '../listings/select-targets.ts';
import { shownListings } from '../listings/shown-listing.ts';

export const listListingsRoute = (deps: Deps) =>
  answer(listListings, async ({ published, targetId, ...query }, { accountId }) => {
    const targetIds = await selectTargets(accountId, { targetId, state: query.state }, deps);
    const shown = published === undefined ? {} : { published: published === 'true' };
    const { data, ...page } = await deps.listings.list(accountId, { ...query, ...shown, targetIds });
    return { ...page, data: await shownListings(data, deps) };
  });

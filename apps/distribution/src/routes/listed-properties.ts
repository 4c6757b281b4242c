import * as contracts from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { selectTargets } from '../listings/select-targets.ts';
import { shownListings } from '../listings/shown-listing.ts';

const listPropertyListingsRoute = (deps: Deps) =>
  answer(contracts.listPropertyListings, async ({ propertyIds }, { accountId }) => ({
    data: await shownListings(await deps.listedProperties.listings(accountId, propertyIds.split(',')), deps),
  }));

const findListedPropertiesRoute = ({ listedProperties, targets }: Deps) =>
  answer(contracts.findListedProperties, async ({ propertyIds, order, targetId, state }, { accountId }) => {
    const selected = await selectTargets(accountId, { targetId, state }, { targets });
    const targetIds = selected ?? (await targets.ofAccount(accountId)).map(({ id }) => id);
    return listedProperties.find(accountId, { propertyIds, order, targetIds, state });
  });

const findListingsRoute = ({ listedProperties }: Deps) =>
  answer(contracts.findListings, async ({ ids }, { accountId }) => ({
    data: await listedProperties.whereabouts(accountId, ids),
  }));

/** Where properties are listed. */
export const listedPropertyRoutes = (deps: Deps) => [
  listPropertyListingsRoute(deps),
  findListedPropertiesRoute(deps),
  findListingsRoute(deps),
];

import { countListings } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';

export const countListingsRoute = ({ listings }: Deps) =>
  answer(countListings, async ({ propertyId }, { accountId }) => ({
    count: await listings.countOfProperty(accountId, propertyId),
  }));

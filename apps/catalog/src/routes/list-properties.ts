import { listProperties as operation } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { toResource } from '../domain/property-views.ts';

/** One page of the account's properties. */
export const listProperties = ({ properties }: Deps) =>
  answer(operation, async (query, { accountId }) => {
    const { hasMore, records } = await properties.list(accountId, query);
    return { hasMore, data: records.map(toResource) };
  });

import { listProperties as operation } from '@estate/contracts';
import { answer, readable } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { toResource } from '../domain/property-views.ts';

/** One page of the account's properties. */
export const listProperties = ({ properties, addresses }: Deps) =>
  answer(operation, async (query, { accountId }) => {
    const { records, ...page } = await properties.list(accountId, query);
    return { ...page, data: records.map(readable((record) => toResource(record, addresses))) };
  });

import { getProperty as operation } from '@estate/contracts';
import { found } from '@estate/errors';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { toResource } from '../domain/property-views.ts';

/** One property of the account. */
export const getProperty = ({ properties, addresses }: Deps) =>
  answer(operation, async ({ id }, { accountId }) =>
    toResource(found(await properties.find({ accountId, id }), 'property', id), addresses),
  );

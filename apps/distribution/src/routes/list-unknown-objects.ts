import { listUnknownObjects } from '@estate/contracts';
import { answer, readable } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { unknownObjectResource } from '../domain/unknown-object.ts';

/** One page of the objects without a listing, of all accounts. */
export const listUnknownObjectsRoute = ({ unknownObjects }: Pick<Deps, 'unknownObjects'>) =>
  answer(listUnknownObjects, async (query) => {
    const { hasMore, data } = await unknownObjects.list(query);
    return { hasMore, data: data.map(readable(unknownObjectResource)) };
  });

import * as contracts from '@estate/contracts';
import { found } from '@estate/errors';
import { answer, readable } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { unknownObjectResource } from '../domain/unknown-object.ts';

/** One page of the objects without a listing, of all accounts. */
const listUnknownObjectsRoute = ({ unknownObjects }: Pick<Deps, 'unknownObjects'>) =>
  answer(contracts.listUnknownObjects, async (query) => {
    const { hasMore, data } = await unknownObjects.list(query);
    return { hasMore, data: data.map(readable(unknownObjectResource)) };
  });

type Needed = Pick<Deps, 'clock' | 'targets' | 'unknownObjects' | 'wakeLane'>;

/** Has the lane of the target take the object off. Without its target nobody can log in to the platform. */
const takeDownUnknownObjectRoute = ({ clock, targets, unknownObjects, wakeLane }: Needed) =>
  answer(contracts.takeDownUnknownObject, async ({ id }, { requestId }) => {
    const object = found(await unknownObjects.find(id), 'unknown object', id);
    found(await targets.peek(object.targetId), 'target', object.targetId);
    await unknownObjects.takeDown(object, { requestId, at: clock() });
    wakeLane(object.targetId);
    return unknownObjectResource(object);
  });

/** Objects on platforms without a listing, for the operator. */
export const unknownObjectRoutes = (deps: Deps) => [
  listUnknownObjectsRoute(deps),
  takeDownUnknownObjectRoute(deps),
];

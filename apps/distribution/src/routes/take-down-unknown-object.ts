import { takeDownUnknownObject } from '@estate/contracts';
import { found } from '@estate/errors';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { unknownObjectResource } from '../domain/unknown-object.ts';

type Needed = Pick<Deps, 'clock' | 'targets' | 'unknownObjects' | 'wakeLane'>;

/** Has the lane of the target take the object off. Without its target nobody can log in to the platform. */
export const takeDownUnknownObjectRoute = ({ clock, targets, unknownObjects, wakeLane }: Needed) =>
  answer(takeDownUnknownObject, async ({ id }, { requestId }) => {
    const object = found(await unknownObjects.find(id), 'unknown object', id);
    found(await targets.peek(object.targetId), 'target', object.targetId);
    await unknownObjects.takeDown(object, { requestId, at: clock() });
    wakeLane(object.targetId);
    return unknownObjectResource(object);
  });

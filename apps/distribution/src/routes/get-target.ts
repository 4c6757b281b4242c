import { getTarget } from '@estate/contracts';
import { found } from '@estate/errors';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { targetResource } from '../domain/target.ts';

export const getTargetRoute = (deps: Deps) =>
  answer(getTarget, async ({ id }, { accountId }) =>
    targetResource(found(await deps.targets.find(accountId, id), 'target', id), deps),
  );

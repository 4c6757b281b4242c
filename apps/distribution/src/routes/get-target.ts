import { getTarget } from '@estate/contracts';
import { found } from '@estate/errors';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { targetResource } from '../domain/target.ts';

export const getTargetRoute = ({ clock, targets }: Deps) =>
  answer(getTarget, async ({ id }, { accountId }) =>
    targetResource(found(await targets.find(accountId, id), 'target', id), clock()),
  );

import { listTargets } from '@estate/contracts';
import { answer, readable } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { targetResource } from '../domain/target.ts';

export const listTargetsRoute = (deps: Deps) =>
  answer(listTargets, async (query, { accountId }) => {
    const { hasMore, data } = await deps.targets.list(accountId, query);
    return { hasMore, data: data.map(readable((target) => targetResource(target, deps))) };
  });

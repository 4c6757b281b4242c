import { listTargets } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { targetResource } from '../domain/target.ts';

export const listTargetsRoute = ({ clock, targets }: Deps) =>
  answer(listTargets, async (query, { accountId }) => {
    const { hasMore, docs } = await targets.list(accountId, query);
    return { hasMore, data: docs.map((target) => targetResource(target, clock())) };
  });

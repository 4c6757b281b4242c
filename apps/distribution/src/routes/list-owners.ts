import { listDistributionOwners } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';

/** The targets of an account that is being closed still count: what names them is erased with the account. */
export const listOwnersRoute = ({ targets }: Pick<Deps, 'targets'>) =>
  answer(listDistributionOwners, async ({ ids }) => {
    const found = await targets.peekAll(ids);
    const data = found.map(({ id, accountId, deletedAt, closing }) => ({
      ...{ id, accountId },
      ...(deletedAt && !closing && { isDeleted: true as const }),
    }));
    return { data };
  });

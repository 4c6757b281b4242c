import { listUnknownTargets } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';

/** The targets of an account that is being closed still count: what names them is erased with the account. */
export const listUnknownTargetsRoute = ({ targets: store }: Pick<Deps, 'targets'>) =>
  answer(listUnknownTargets, async ({ targets }) => {
    const found = await store.peekAll(targets.map(({ id }) => id));
    const present = new Map(
      found.filter(({ deletedAt, closing }) => !deletedAt || closing).map((target) => [target.id, target]),
    );
    const isKnown = ({ id, accountId }: (typeof targets)[number]) => present.get(id)?.accountId === accountId;
    const [known, unknown] = [targets.filter(isKnown), targets.filter((target) => !isKnown(target))];
    return {
      unknown: unknown.map(({ id }) => id),
      deleting: known.filter(({ id }) => present.get(id)?.deleting).map(({ id }) => id),
    };
  });

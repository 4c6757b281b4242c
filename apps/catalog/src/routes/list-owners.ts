import { listCatalogOwners } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';

/** Properties and contacts have different ids, so one call can ask for both. */
export const listOwnersRoute = ({ findNamed }: Pick<Deps, 'findNamed'>) =>
  answer(listCatalogOwners, async ({ ids }) => ({ data: [...(await findNamed(ids))] }));

import { setRetention as operation } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';

/** Sets for how many days the account keeps its requests; what is older is erased by the next sweep. */
export const setRetention = ({ retentions, clock }: Pick<Deps, 'retentions' | 'clock'>) =>
  answer(operation, async ({ requestsDays }, { accountId }) => {
    await retentions.set(accountId, requestsDays, clock());
    return { requestsDays, isDefault: false };
  });

import * as contracts from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';

/** For how many days the account keeps its requests. */
const getRetention = ({ retentions, defaultDays }: Pick<Deps, 'retentions' | 'defaultDays'>) =>
  answer(contracts.getRetention, async (_input, { accountId }) => {
    const requestsDays = await retentions.find(accountId);
    return { requestsDays: requestsDays ?? defaultDays, isDefault: requestsDays === undefined };
  });

/** Sets for how many days the account keeps its requests; what is older is erased by the next sweep. */
const setRetention = ({ retentions, clock }: Pick<Deps, 'retentions' | 'clock'>) =>
  answer(contracts.setRetention, async ({ requestsDays }, { accountId }) => {
    await retentions.set(accountId, requestsDays, clock());
    return { requestsDays, isDefault: false };
  });

/** For how long an account keeps requests. */
export const retentionRoutes = (deps: Deps) => [getRetention(deps), setRetention(deps)];

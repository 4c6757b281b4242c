import { getRetention as operation } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';

/** For how many days the account keeps its requests. */
export const getRetention = ({ retentions, defaultDays }: Pick<Deps, 'retentions' | 'defaultDays'>) =>
  answer(operation, async (_input, { accountId }) => {
    const requestsDays = await retentions.find(accountId);
    return { requestsDays: requestsDays ?? defaultDays, isDefault: requestsDays === undefined };
  });

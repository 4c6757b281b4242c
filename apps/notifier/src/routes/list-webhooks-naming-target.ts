import { NAMING_SHOWN_MAX, listWebhooksNamingTarget } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';

/** Asked before a target is deleted. */
export const listWebhooksNamingTargetRoute = ({ webhookTargets }: Pick<Deps, 'webhookTargets'>) =>
  answer(listWebhooksNamingTarget, ({ targetId }, { accountId }) =>
    webhookTargets.naming(accountId, targetId, NAMING_SHOWN_MAX),
  );

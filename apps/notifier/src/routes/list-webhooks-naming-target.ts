import { NAMING_SHOWN_MAX, listWebhooksNamingTarget } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';

/** Asked before a target is deleted. */
export const listWebhooksNamingTargetRoute = ({ webhooks }: Pick<Deps, 'webhooks'>) =>
  answer(listWebhooksNamingTarget, ({ targetId }, { accountId }) =>
    webhooks.naming(accountId, targetId, NAMING_SHOWN_MAX),
  );

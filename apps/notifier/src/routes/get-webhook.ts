import { getWebhook } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { shown } from './shown.ts';

export const getWebhookRoute = (deps: Deps) =>
  answer(getWebhook, async ({ id }, { accountId }) => shown(await deps.webhooks.get(accountId, id), deps));

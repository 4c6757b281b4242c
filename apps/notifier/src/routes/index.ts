import type { Answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { createWebhookRoute } from './create-webhook.ts';
import { deleteWebhookRoute } from './delete-webhook.ts';
import { getDeliveryRoute } from './get-delivery.ts';
import { getWebhookRoute } from './get-webhook.ts';
import { listDeliveriesRoute } from './list-deliveries.ts';
import { listEventsRoute } from './list-events.ts';
import { listWebhooksRoute } from './list-webhooks.ts';
import { updateWebhookRoute } from './update-webhook.ts';

/** Everything the notifier answers. */
export const routes = (deps: Deps): Answer[] => [
  createWebhookRoute(deps),
  listWebhooksRoute(deps),
  getWebhookRoute(deps),
  updateWebhookRoute(deps),
  deleteWebhookRoute(deps),
  listDeliveriesRoute(deps),
  getDeliveryRoute(deps),
  listEventsRoute(deps),
];

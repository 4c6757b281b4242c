import type { AnswersOf } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import type { Manifest } from '../manifest.ts';
import { accountEmailRoutes } from './account-emails.ts';
import { deliveryRoutes } from './deliveries.ts';
import { erasureRoutes } from './erasures.ts';
import { eventRoutes } from './events.ts';
import { receiverRoutes } from './receivers.ts';
import { webhookRoutes } from './webhooks.ts';

/** Everything the notifier answers. */
export const routes = (deps: Deps): AnswersOf<Manifest> => [
  ...webhookRoutes(deps),
  ...receiverRoutes(deps),
  ...deliveryRoutes(deps),
  ...eventRoutes(deps),
  ...accountEmailRoutes(deps),
  ...erasureRoutes(deps),
];

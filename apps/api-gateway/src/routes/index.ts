import { accountRoutes } from './account.ts';
import { adminAccountRoutes, adminKeyRoutes } from './admin-accounts.ts';
import { authorizationRoutes } from './authorizations.ts';
import { consumerCredentialRoutes } from './consumer-credentials.ts';
import { contactRoutes } from './contacts.ts';
import { listingRoutes } from './listings.ts';
import { operatorRoutes } from './operator.ts';
import { propertyRoutes } from './properties.ts';
import { requestRoutes } from './requests.ts';
import type { ApiRoute } from '../routing/api-route.ts';
import { targetRoutes } from './targets.ts';
import { webhookRoutes } from './webhooks.ts';

/** The one table that routes, validation and the OpenAPI document come from. */
export const apiRoutes: readonly ApiRoute[] = [
  ...accountRoutes,
  ...adminAccountRoutes,
  ...consumerCredentialRoutes,
  ...propertyRoutes,
  ...contactRoutes,
  ...targetRoutes,
  ...listingRoutes,
  ...authorizationRoutes,
  ...requestRoutes,
  ...webhookRoutes,
  ...adminKeyRoutes,
  ...operatorRoutes,
];

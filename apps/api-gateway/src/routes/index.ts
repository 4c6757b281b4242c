import { accountRoutes } from './account.ts';
import { adminAccountRoutes, adminKeyRoutes } from './admin-accounts.ts';
import { auditLogRoutes } from './audit-log.ts';
import { authorizationRoutes } from './authorizations.ts';
import { closingRoutes } from './closings.ts';
import { consumerCredentialRoutes } from './consumer-credentials.ts';
import { dashboardLinkRoutes } from './dashboard-links.ts';
import { importRoutes } from './imports.ts';
import { jobRoutes } from './jobs.ts';
import { listingRoutes } from './listings.ts';
import { operatedAccountRoutes } from './operated-accounts.ts';
import { operatorKeyRoutes } from './operator-keys.ts';
import { operatorRoutes } from './operator.ts';
import { privacyRoutes } from './privacy.ts';
import { propertyRoutes } from './properties.ts';
import { requestLogRoutes } from './request-log.ts';
import { requestRoutes } from './requests.ts';
import { signInSettingsRoutes } from './sign-in-settings.ts';
import type { GatewayRoute } from '../deps.ts';
import { routesBelow } from '../edge/routing/routes-below.ts';
import { targetRoutes } from './targets.ts';
import { usageRoutes } from './usage.ts';
import { userRoutes } from './users.ts';
import { webhookRoutes } from './webhooks.ts';

/** The table that routes, validation and the OpenAPI document are derived from. */
export const apiRoutes: readonly GatewayRoute[] = [
  ...accountRoutes,
  ...dashboardLinkRoutes,
  ...userRoutes,
  ...closingRoutes,
  ...adminAccountRoutes,
  ...usageRoutes,
  ...consumerCredentialRoutes,
  ...routesBelow('/account/publishing'),
  ...routesBelow('/account/logo'),
  ...propertyRoutes,
  ...routesBelow('/contacts'),
  ...targetRoutes,
  ...listingRoutes,
  ...routesBelow('/property-listings'),
  ...jobRoutes,
  ...importRoutes,
  ...authorizationRoutes,
  ...requestRoutes,
  ...routesBelow('/mails'),
  ...routesBelow('/reports'),
  ...routesBelow('/admin/mails'),
  ...privacyRoutes,
  ...webhookRoutes,
  ...auditLogRoutes,
  ...requestLogRoutes,
  ...adminKeyRoutes,
  ...signInSettingsRoutes,
  ...operatedAccountRoutes,
  ...operatorKeyRoutes,
  ...operatorRoutes,
];

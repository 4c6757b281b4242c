import * as contracts from '@estate/contracts';
import { ask } from '../edge/routing/api-route.ts';
import type { Deps, GatewayRoute } from '../deps.ts';
import { routesBelow } from '../edge/routing/routes-below.ts';

/** Removes secrets: a caller who may not manage webhooks cannot sign deliveries, or use the secrets in their headers. */
const withoutSecrets = ({
  signingKey: _signingKey,
  headers: _headers,
  ...rest
}: contracts.WebhookWithKey): contracts.Webhook => rest;

/** Routes of webhooks, their deliveries and the events, answered by the notifier. */
export const webhookRoutes: GatewayRoute[] = [
  ...routesBelow<Deps>('/webhooks', [
    ask(contracts.listWebhooks, {
      output: contracts.pageOf(contracts.Webhook),
      shownWithoutSecrets: ({ data, ...page }) => ({ ...page, data: data.map(withoutSecrets) }),
    }),
    ...[contracts.getWebhook, contracts.pauseWebhook, contracts.resumeWebhook].map((operation) =>
      ask(operation, { output: contracts.Webhook, shownWithoutSecrets: withoutSecrets }),
    ),
  ]),
  ...routesBelow<Deps>('/events', [
    ask(contracts.listEvents, {
      input: contracts.EventQuery.extend({ wait: contracts.WaitSeconds }),
      isWorthWaitingFor: ({ data }) => data.length > 0,
    }),
  ]),
];

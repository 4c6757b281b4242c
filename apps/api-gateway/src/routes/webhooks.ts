import * as contracts from '@estate/contracts';
import { ask } from '../routing/api-route.ts';
import type { ApiRoute } from '../routing/api-route.ts';
import { routesBelow } from '../routing/routes-below.ts';

/** Who may not manage webhooks cannot sign deliveries, or use the secrets in their headers. */
const withoutSecrets = ({
  signingKey: _signingKey,
  headers: _headers,
  ...rest
}: contracts.WebhookWithKey): contracts.Webhook => rest;

/** Webhooks, their deliveries and the events, answered by the notifier. */
export const webhookRoutes: ApiRoute[] = [
  ...routesBelow('/webhooks', [
    ask(contracts.listWebhooks, {
      output: contracts.pageOf(contracts.Webhook),
      shownWithoutSecrets: ({ hasMore, data }) => ({ hasMore, data: data.map(withoutSecrets) }),
    }),
    ...[contracts.getWebhook, contracts.pauseWebhook, contracts.resumeWebhook].map((operation) =>
      ask(operation, { output: contracts.Webhook, shownWithoutSecrets: withoutSecrets }),
    ),
  ]),
  ...routesBelow('/events', [
    ask(contracts.listEvents, {
      input: contracts.EventQuery.extend({ wait: contracts.WaitSeconds }),
      isWorthWaitingFor: ({ data }) => data.length > 0,
    }),
  ]),
];

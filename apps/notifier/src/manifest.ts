import * as contracts from '@estate/contracts';
import { defineService } from '@estate/contracts';
import { METRICS } from './metrics.ts';

/** Webhooks, events and deliveries. */
export const manifest = defineService({
  name: 'notifier',
  answers: [...contracts.ownerOperations('notifier'), ...contracts.operationsOf('notifier', contracts)],
  asks: [
    contracts.listCatalogOwners,
    contracts.listDistributionOwners,
    contracts.listUnknownAccounts,
    contracts.listUnknownTargets,
  ],
  tells: [contracts.AccountClosed, contracts.Deliver, contracts.WebhookDisabled, contracts.WebhookFailing],
  handles: { 'on-customer-event': 'event.>', 'on-deliver': contracts.Deliver },
  erases: ['on-customer-event'],
  database: {
    sealed: true,
    queue: true,
  },
  ports: { internal: 9090 },
  metrics: METRICS,
});

export type Manifest = typeof manifest;

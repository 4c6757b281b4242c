import * as contracts from '@estate/contracts';
import { defineService } from '@estate/contracts';
import { METRICS } from './metrics.ts';

/** Webhooks, events and deliveries. */
export const manifest = defineService({
  name: 'notifier',
  answers: [
    contracts.cancelResend,
    contracts.createWebhook,
    contracts.deleteWebhook,
    contracts.getDelivery,
    contracts.getResend,
    contracts.getWebhook,
    contracts.listDeliveries,
    contracts.listEvents,
    contracts.listNotifierViolations,
    contracts.listWebhooks,
    contracts.pauseWebhook,
    contracts.resealNotifierSecrets,
    contracts.resendDeliveries,
    contracts.resendDelivery,
    contracts.resumeWebhook,
    contracts.rotateWebhookKey,
    contracts.testWebhook,
    contracts.updateWebhook,
    contracts.verifyWebhook,
  ],
  asks: [],
  tells: [contracts.Deliver],
  handles: { 'on-customer-event': 'event.>', 'on-deliver': contracts.Deliver },
  database: { sealed: true, queue: false },
  ports: { internal: 9090 },
  egress: true,
  metrics: METRICS,
});

export type Manifest = typeof manifest;

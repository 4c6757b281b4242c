import type { DisabledReason } from '@estate/contracts';
import type { Logger, Metrics } from '@estate/observability';
import type { WebhookResult } from './channels/webhook-channel.ts';
import type { Decision, StoredDelivery } from './domain/delivery.ts';

/** What happens here that people and alarms want to know: each a log line, a metric, or both. */
export interface NotifierEvents {
  attempted(delivery: StoredDelivery, result: WebhookResult, decision: Decision): void;
  webhookDisabled(webhookId: string, reason: DisabledReason, discarded: number): void;
  exhausted(count: number): void;
  /** Seconds; 0 when nothing is due. */
  oldestDue(seconds: number): void;
  /** How many webhooks are left alone because their receivers seem dead. */
  held(count: number): void;
}

export function notifierEvents({ log, metrics }: { log: Logger; metrics: Metrics }): NotifierEvents {
  const oldest = metrics.gauge(
    'webhook_oldest_due_seconds',
    'For how long the most overdue delivery has been due.',
  );
  const held = metrics.gauge(
    'webhook_held_receivers',
    'Webhooks that this process leaves alone because their receivers seem dead.',
  );
  return {
    attempted: attemptNoter(log, metrics),
    webhookDisabled(webhookId, reason, discarded) {
      log.warn({ webhookId, reason, discarded }, 'webhook.disabled');
    },
    exhausted(count) {
      log.warn({ count }, 'webhook.exhausted');
    },
    oldestDue(seconds) {
      oldest.set(seconds);
    },
    held(count) {
      held.set(count);
    },
  };
}

function attemptNoter(log: Logger, metrics: Metrics): NotifierEvents['attempted'] {
  const attempts = metrics.counter('webhook_attempts_total', 'Attempts to deliver by what came of them.', [
    'outcome',
    'code_class',
  ]);
  const latency = metrics.slowHistogram(
    'webhook_delivery_latency_seconds',
    'From the making of a delivery to its success.',
  );
  return (delivery, result, decision) => {
    const outcome = decision.status === 'pending' ? 'repeated' : decision.status;
    attempts.inc({ outcome, code_class: codeClass(result) });
    if (outcome === 'succeeded') latency.observe((Date.now() - delivery.createdAt.getTime()) / 1000);
    const { id, webhookId, eventId, attemptCount } = delivery;
    const line = { deliveryId: id, webhookId, eventId, attempt: attemptCount, outcome, code: codeOf(result) };
    if ('failure' in result && result.failure.code === 'unknown') {
      log.warn({ ...line, err: result.cause }, 'webhook.attempted');
    } else {
      log[outcome === 'succeeded' ? 'debug' : 'info'](line, 'webhook.attempted');
    }
  };
}

const codeOf = (result: WebhookResult): string =>
  'failure' in result ? result.failure.kind : String(result.statusCode);

const codeClass = (result: WebhookResult): string =>
  'failure' in result ? result.failure.code : `${Math.floor(result.statusCode / 100)}xx`;

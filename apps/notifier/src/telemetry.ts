import { DisabledReason } from '@estate/contracts';
import type { Logger, Metrics } from '@estate/observability';
import { METRICS } from './metrics.ts';
import type { WebhookResult } from './channels/webhook-channel.ts';
import type { Decision, StoredDelivery } from './domain/delivery.ts';
import type { StoredResend } from './domain/resend.ts';

/** What operators and alerts need to know: each a log line, a metric, or both. */
export interface NotifierEvents {
  attempted(delivery: StoredDelivery, result: WebhookResult, decision: Decision): void;
  webhookDisabled(webhookId: string, reason: DisabledReason, discarded: number): void;
  exhausted(count: number): void;
  resendAbandoned(resend: Pick<StoredResend, 'id' | 'webhookId'>): void;
  /** Seconds; 0 when nothing is due. */
  oldestDue(seconds: number): void;
  /** How many webhooks are left alone because their receivers seem dead, of how many that were sent something lately. */
  held(count: number, of: number): void;
}

const ENDS = ['succeeded', 'failed', 'exhausted', 'discarded'] as const;

export function notifierEvents({ log, metrics }: { log: Logger; metrics: Metrics }): NotifierEvents {
  const oldest = metrics.gauge(METRICS.webhook_oldest_due_seconds);
  const held = metrics.gauge(METRICS.webhook_held_receivers);
  const known = metrics.gauge(METRICS.webhook_known_receivers);
  const disabled = metrics.counter(METRICS.webhook_disabled_total);
  for (const reason of DisabledReason.options) disabled.inc({ reason }, 0);
  const resendsAbandoned = metrics.counter(METRICS.webhook_resends_abandoned_total);
  resendsAbandoned.inc({}, 0);
  const ended = endCounter(metrics);
  return {
    attempted: attemptNoter(log, metrics, ended),
    webhookDisabled(webhookId, reason, discarded) {
      disabled.inc({ reason });
      ended('discarded', discarded);
      log.warn({ webhookId, reason, discarded }, 'webhook.disabled');
    },
    exhausted(count) {
      ended('exhausted', count);
      log.warn({ count }, 'webhook.exhausted');
    },
    resendAbandoned({ id, webhookId }) {
      resendsAbandoned.inc();
      log.error({ resendId: id, webhookId }, 'resend.abandoned');
    },
    oldestDue(seconds) {
      oldest.set(seconds);
    },
    held(count, of) {
      held.set(count);
      known.set(of);
    },
  };
}

type CountEnd = (outcome: (typeof ENDS)[number], count: number) => void;

function endCounter(metrics: Metrics): CountEnd {
  const ends = metrics.counter(METRICS.webhook_deliveries_total);
  for (const outcome of ENDS) ends.inc({ outcome }, 0);
  return (outcome, count) => {
    ends.inc({ outcome }, count);
  };
}

function attemptNoter(log: Logger, metrics: Metrics, ended: CountEnd): NotifierEvents['attempted'] {
  const attempts = metrics.counter(METRICS.webhook_attempts_total);
  for (const outcome of ['succeeded', 'repeated', 'failed']) {
    attempts.inc({ outcome, code_class: outcome === 'succeeded' ? '2xx' : '5xx' }, 0);
  }
  const latency = metrics.histogram(METRICS.webhook_delivery_latency_seconds);
  return (delivery, result, decision) => {
    const outcome = decision.status === 'pending' ? 'repeated' : decision.status;
    attempts.inc({ outcome, code_class: codeClass(result) });
    if (outcome !== 'repeated') ended(outcome, 1);
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

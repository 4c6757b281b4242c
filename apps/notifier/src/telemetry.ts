import { DisabledReason } from '@estate/contracts';
import type { Logger, Metrics } from '@estate/observability';
import { METRICS } from './metrics.ts';
import type { WebhookResult } from './channels/webhook-channel.ts';
import type { Decision, StoredDelivery } from './domain/delivery.ts';
import type { StoredResend } from './domain/resend.ts';

const ENDS = ['succeeded', 'failed', 'exhausted', 'discarded'] as const;

export type NotifierEvents = ReturnType<typeof notifierEvents>;

interface Telemetry {
  log: Logger;
  metrics: Metrics;
  clock: () => Date;
}

/** Events for operators and alerts: each is a log line, a metric, or both. */
export function notifierEvents({ log, metrics, clock }: Telemetry) {
  const oldest = metrics.gauge(METRICS.webhook_oldest_due_seconds);
  const held = metrics.gauge(METRICS.webhook_held_receivers);
  const known = metrics.gauge(METRICS.webhook_known_receivers);
  const disabled = metrics.counter(METRICS.webhook_disabled_total);
  for (const reason of DisabledReason.options) disabled.inc({ reason }, 0);
  const resendsAbandoned = metrics.counter(METRICS.webhook_resends_abandoned_total);
  resendsAbandoned.inc({}, 0);
  const ended = endCounter(metrics);
  return {
    attempted: attemptNoter({ log, metrics, clock }, ended),
    webhookDisabled(webhookId: string, reason: DisabledReason, discarded: number) {
      disabled.inc({ reason });
      ended('discarded', discarded);
      log.warn({ webhookId, reason, discarded }, 'webhook.disabled');
    },
    exhausted(count: number) {
      ended('exhausted', count);
      log.warn({ count }, 'webhook.exhausted');
    },
    resendAbandoned({ id, webhookId }: Pick<StoredResend, 'id' | 'webhookId'>) {
      resendsAbandoned.inc();
      log.error({ resendId: id, webhookId }, 'resend.abandoned');
    },
    /** Seconds; 0 when nothing is due. */
    oldestDue(seconds: number) {
      oldest.set(seconds);
    },
    /** The webhooks that are suspended because their receivers do not respond, and all known webhooks. */
    held(count: number, of: number) {
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

function attemptNoter({ log, metrics, clock }: Telemetry, ended: CountEnd) {
  const attempts = metrics.counter(METRICS.webhook_attempts_total);
  for (const outcome of ['succeeded', 'repeated', 'failed']) {
    attempts.inc({ outcome, code_class: outcome === 'succeeded' ? '2xx' : '5xx' }, 0);
  }
  const latency = metrics.histogram(METRICS.webhook_delivery_latency_seconds);
  return (delivery: StoredDelivery, result: WebhookResult, decision: Decision): void => {
    const outcome = decision.status === 'pending' ? 'repeated' : decision.status;
    attempts.inc({ outcome, code_class: codeClass(result) });
    if (outcome !== 'repeated') ended(outcome, 1);
    if (outcome === 'succeeded') latency.observe((clock().getTime() - delivery.createdAt.getTime()) / 1000);
    const { id, accountId, webhookId, eventId, attemptCount } = delivery;
    const about = { accountId, deliveryId: id, webhookId, eventId };
    const line = { ...about, attempt: attemptCount, outcome, code: codeOf(result) };
    if ('failure' in result && result.failure.code === 'unknown') {
      log.warn({ ...line, err: result.cause }, 'webhook.attempted');
    } else {
      log.info(line, 'webhook.attempted');
    }
  };
}

const codeOf = (result: WebhookResult): string =>
  'failure' in result ? result.failure.kind : String(result.statusCode);

const codeClass = (result: WebhookResult): string =>
  'failure' in result ? result.failure.code : `${Math.floor(result.statusCode / 100)}xx`;

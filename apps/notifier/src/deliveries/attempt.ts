import type { WebhookChannel, WebhookResult } from '../channels/webhook-channel.ts';
import { decide } from '../domain/delivery.ts';
import type { Attempt, Decision } from '../domain/delivery.ts';
import type { Schedule } from '../domain/repeat-schedule.ts';
import type { StoredWebhook } from '../domain/webhook.ts';
import type { NotifierEvents } from '../events.ts';
import type { ClaimedDelivery, DeliveryStore } from '../stores/delivery-store.ts';
import type { WebhookStore } from '../stores/webhook-store.ts';

export interface AttemptDeps {
  clock: () => Date;
  channel: WebhookChannel;
  schedule: Schedule;
  webhooks: Pick<WebhookStore, 'disable'>;
  deliveries: Pick<DeliveryStore, 'record' | 'discardPending'>;
  notes: Pick<NotifierEvents, 'attempted' | 'webhookDisabled'>;
}

/** What is sent, and to whom. */
export interface Parcel {
  webhook: StoredWebhook;
  /** Revealed. */
  signingKeys: readonly string[];
  rawBody: string;
}

/** Makes the attempt that was counted when the delivery was claimed, and writes down what came of it. */
export async function makeAttempt(
  claimed: ClaimedDelivery,
  parcel: Parcel,
  deps: AttemptDeps,
): Promise<void> {
  const { webhook, signingKeys, rawBody } = parcel;
  const { eventId, attemptCount } = claimed;
  const result = await deps.channel.post({
    url: webhook.url,
    signingKeys,
    eventId,
    rawBody,
    attempt: attemptCount,
  });
  const now = deps.clock();
  const decision = decide('failure' in result ? {} : result, { attemptCount, now, schedule: deps.schedule });
  // Before the outcome is written: after a crash in between, the next attempt finds the webhook disabled.
  const disabled = isGone(decision) && (await deps.webhooks.disable(webhook, 'receiver-gone', now));
  await deps.deliveries.record(claimed, attemptOf(claimed, result), decision);
  deps.notes.attempted(claimed, result, decision);
  if (disabled) deps.notes.webhookDisabled(webhook.id, await deps.deliveries.discardPending(webhook.id));
}

const isGone = (decision: Decision): boolean => decision.status === 'failed' && decision.receiverGone;

function attemptOf({ attempts }: ClaimedDelivery, result: WebhookResult): Attempt {
  const counted = attempts.at(-1);
  if (!counted) throw new Error('a delivery was claimed without an attempt');
  const { durationMs } = result;
  if ('failure' in result) {
    return { at: counted.at, error: `${result.failure.code}: ${result.failure.message}`, durationMs };
  }
  return { at: counted.at, statusCode: result.statusCode, body: result.body, durationMs };
}

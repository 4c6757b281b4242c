import type { WebhookChannel, WebhookResult, WebhookSecrets } from '../channels/webhook-channel.ts';
import { decide } from '../domain/delivery.ts';
import type { Attempt, Decision } from '../domain/delivery.ts';
import { planOf } from '../domain/repeat-schedule.ts';
import type { Schedule } from '../domain/repeat-schedule.ts';
import { healthChange, isOver } from '../domain/webhook.ts';
import type { StoredWebhook } from '../domain/webhook.ts';
import type { NotifierEvents } from '../telemetry.ts';
import type { ClaimedDelivery } from '../stores/delivery-document.ts';
import type { Stores } from '../stores/open-stores.ts';
import type { OutcomeWriter } from './outcome-writer.ts';
import type { OnStep } from './crash-points.ts';

export interface AttemptDeps extends Pick<Stores, 'webhooks' | 'deliveries'> {
  clock: () => Date;
  channel: WebhookChannel;
  schedule: Schedule;
  writer: Pick<OutcomeWriter, 'write'>;
  notes: Pick<NotifierEvents, 'attempted' | 'webhookDisabled'>;
  step: OnStep;
}

export interface Parcel {
  webhook: StoredWebhook;
  secrets: WebhookSecrets;
  rawBody: string;
  /** The trace of the step that published the event. */
  traceparent?: string;
  /** The request id of the call that caused the event. */
  requestId?: string;
}

/** How the receiver responded, which decides how much it is sent next. */
export interface Taken {
  ok: boolean;
  durationMs: number;
}

/** Makes the attempt that was counted when the delivery was claimed; calls `taken` before the outcome is stored. */
export async function makeAttempt(
  claimed: ClaimedDelivery,
  parcel: Parcel,
  { taken, ...deps }: AttemptDeps & { taken: (how: Taken) => void },
): Promise<void> {
  const { webhook } = parcel;
  await deps.step('before-send');
  const result = await deps.channel.post(callOf(claimed, parcel));
  await deps.step('after-send');
  const now = deps.clock();
  const reception = 'failure' in result ? {} : result;
  const plan = { ...planOf(claimed), now, schedule: deps.schedule };
  const answer = decide(reception, plan);
  const ok = answer.status === 'succeeded';
  taken({ ok, durationMs: result.durationMs });
  // Before the outcome is written: after a crash in between, the next attempt finds the webhook disabled.
  const disabled = isGone(answer) && (await deps.webhooks.disable(webhook, 'receiver_gone', now));
  const elsewhere = isGone(answer) && !disabled && (await stillWorks(webhook.id, deps));
  const decision = elsewhere ? decide({}, plan) : answer;
  await deps.step('before-record');
  await deps.writer.write({ claimed, attempt: attemptOf(claimed, result), decision });
  await deps.step('after-record');
  deps.notes.attempted(claimed, result, decision);
  if (disabled) {
    const discarded = await deps.deliveries.discardPending(webhook.id, disabled);
    deps.notes.webhookDisabled(webhook.id, 'receiver_gone', discarded);
    return;
  }
  // Last, so that a failure cannot keep the outcome from being stored; the next attempt makes up for it.
  const change = healthChange(webhook, ok, now);
  if (change) await deps.webhooks.noteHealth(webhook.id, change, now);
}

const callOf = (
  { eventId, attemptCount, sequence, test }: ClaimedDelivery,
  { webhook, secrets, rawBody, requestId }: Parcel,
) => ({ url: webhook.url, ...secrets, eventId, rawBody, requestId, attempt: attemptCount, sequence, test });

const isGone = (decision: Decision): boolean => decision.status === 'failed' && decision.receiverGone;

/** True if the webhook is active, because its URL changed after the receiver returned 410. */
async function stillWorks(webhookId: string, { webhooks }: Pick<AttemptDeps, 'webhooks'>): Promise<boolean> {
  const webhook = await webhooks.find(webhookId);
  return webhook !== null && !isOver(webhook);
}

function attemptOf({ attempts }: ClaimedDelivery, result: WebhookResult): Attempt {
  const counted = attempts.at(-1);
  if (!counted) throw new Error('a delivery was claimed without an attempt');
  const { durationMs, phases, address } = result;
  const failure = 'failure' in result ? result.failure : result.broken;
  return {
    at: counted.at,
    ...('statusCode' in result && { statusCode: result.statusCode, body: result.body }),
    ...('statusCode' in result && result.bodyTruncated && { bodyTruncated: true }),
    ...(failure && { error: failure.message, errorCode: failure.kind }),
    durationMs,
    ...(phases && { phases }),
    ...(address !== undefined && { address }),
  };
}

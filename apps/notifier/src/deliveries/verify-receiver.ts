import type { EventName, ReceiverCheckName, ReceiverReport } from '@estate/contracts';
import type {
  WebhookCall,
  WebhookChannel,
  WebhookResult,
  WebhookSecrets,
} from '../channels/webhook-channel.ts';
import { receiverReport } from '../domain/receiver-report.ts';
import type { Probe } from '../domain/receiver-report.ts';
import { testEvent } from '../domain/test-event.ts';
import type { StoredWebhook } from '../domain/webhook.ts';

const FLAWS = [
  ['accepts-good', undefined],
  ['accepts-duplicate', undefined],
  ['refuses-wrong-signature', 'wrong-signature'],
  ['refuses-stale', 'stale'],
] as const satisfies readonly (readonly [ReceiverCheckName, WebhookCall['flaw']])[];

/** Sends a receiver a good delivery, the same again, a forged and a stale one, and grades it; nothing is stored. */
export async function verifyReceiver(
  webhook: StoredWebhook,
  secrets: WebhookSecrets,
  deps: { channel: WebhookChannel; newId: () => string; clock: () => Date },
): Promise<ReceiverReport> {
  const { channel, newId, clock } = deps;
  const eventName: EventName = webhook.events[0] ?? 'publication.succeeded';
  const eventOf = () => testEvent(eventName, { id: newId(), accountId: webhook.accountId, now: clock() });
  const good = eventOf();
  const probes = {} as Record<ReceiverCheckName, Probe>;
  for (const [name, flaw] of FLAWS) {
    const { id: eventId, rawBody } = flaw ? eventOf() : good;
    const attempt = name === 'accepts-duplicate' ? 2 : 1;
    const call = {
      url: webhook.url,
      ...secrets,
      eventId,
      rawBody,
      attempt,
      test: true,
      ...(flaw && { flaw }),
    };
    probes[name] = probeOf(await channel.post(call));
  }
  return receiverReport(probes);
}

const probeOf = (result: WebhookResult): Probe =>
  'failure' in result
    ? { errorCode: result.failure.kind, durationMs: result.durationMs }
    : { statusCode: result.statusCode, durationMs: result.durationMs };

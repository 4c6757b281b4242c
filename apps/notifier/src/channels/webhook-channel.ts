import { classifyNetworkError, send } from '@estate/egress';
import type { EgressResponse, GuardedAgent, NetworkFailure } from '@estate/egress';
import { signWebhook } from '@estate/vault';

/** One attempt to tell a receiver about an event. */
export interface WebhookCall {
  url: string;
  /** Revealed; the call is signed with each. */
  signingKeys: readonly string[];
  eventId: string;
  /** Sent byte for byte. */
  rawBody: string;
  /** 1 for the first attempt. */
  attempt: number;
}

/** What came of it: an answer, or the reason why there was none. */
export type WebhookResult = { durationMs: number } & (
  { statusCode: number; body: string; retryAfter?: string } | { failure: NetworkFailure; cause: unknown }
);

export interface WebhookChannel {
  /** Never rejects: whatever the receiver does is a result. */
  post(call: WebhookCall): Promise<WebhookResult>;
}

const MAX_ANSWER_BYTES = 16 * 1024;
const USER_AGENT = 'estate-webhooks/1';

/** Signs calls and posts them to addresses that may be called; `timeoutMs` bounds the whole attempt. */
export function webhookChannel(options: {
  agent: GuardedAgent;
  clock: () => Date;
  timeoutMs: number;
}): WebhookChannel {
  const { agent, clock, timeoutMs } = options;
  return {
    async post(call) {
      const startedMs = performance.now();
      try {
        const response = await send(agent, {
          url: call.url,
          method: 'POST',
          headers: headersOf(call, clock()),
          body: call.rawBody,
          timeoutMs,
          maxBodyBytes: MAX_ANSWER_BYTES,
        });
        return resultOf(response);
      } catch (cause) {
        return {
          failure: classifyNetworkError(cause),
          cause,
          durationMs: wholeMs(performance.now() - startedMs),
        };
      }
    },
  };
}

function headersOf(
  { rawBody, signingKeys, eventId, attempt }: WebhookCall,
  now: Date,
): Record<string, string> {
  const timestamp = Math.floor(now.getTime() / 1000);
  return {
    'content-type': 'application/json',
    'user-agent': USER_AGENT,
    'service-signature': signWebhook(rawBody, signingKeys, timestamp),
    'webhook-id': eventId,
    'webhook-timestamp': String(timestamp),
    'webhook-attempt': String(attempt),
  };
}

function resultOf({ statusCode, body, headers, durationMs }: EgressResponse): WebhookResult {
  const retryAfter = headers['retry-after'];
  return {
    statusCode,
    body: body.toString('utf8'),
    durationMs: wholeMs(durationMs),
    ...(typeof retryAfter === 'string' && { retryAfter }),
  };
}

const wholeMs = (ms: number): number => Math.round(ms);

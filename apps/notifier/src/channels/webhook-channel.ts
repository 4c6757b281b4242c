import type { DeliveryAttempt } from '@estate/contracts';
import { classifyNetworkError, send } from '@estate/egress';
import type { EgressResponse, ExchangeTrace, GuardedAgent, NetworkFailure } from '@estate/egress';
import { hostOf, withSpan } from '@estate/observability';
import { newSigningKey, signWebhook } from '@estate/vault';
import { readableAnswer } from './readable-answer.ts';

/** The decrypted secrets of a webhook. */
export interface WebhookSecrets {
  /** The call is signed with each. */
  signingKeys: readonly string[];
  /** The headers of the customer, by name. */
  headers?: Readonly<Record<string, string>>;
}

/** One attempt to send an event to a receiver. */
export interface WebhookCall extends WebhookSecrets {
  url: string;
  eventId: string;
  /** Sent byte for byte. */
  rawBody: string;
  /** 1 for the first attempt. */
  attempt: number;
  sequence?: number | undefined;
  /** The request id of the call that caused the event. */
  requestId?: string | undefined;
  /** The event is an example. */
  test?: boolean | undefined;
  /** A flaw for which a careful receiver refuses the call. */
  flaw?: 'wrong-signature' | 'stale';
}

/** A response, or the reason why there was none. */
export type WebhookResult = Timing & (Answered | { failure: NetworkFailure; cause: unknown });

export interface Answered {
  statusCode: number;
  body: string;
  bodyTruncated: boolean;
  retryAfter?: string;
  /** Why the body broke off after the status. */
  broken?: NetworkFailure;
}

export type Timing = Pick<DeliveryAttempt, 'phases' | 'address'> & { durationMs: number };

export interface WebhookChannel {
  /** Never rejects: every behaviour of the receiver is a result. */
  post(call: WebhookCall): Promise<WebhookResult>;
}

const MAX_ANSWER_BYTES = 16 * 1024;
const USER_AGENT = 'estate-webhooks/1';
const STALE_SECONDS = 3600;

/** Signs calls and posts them to addresses that may be called; `timeoutMs` bounds the whole attempt. */
export function webhookChannel(options: {
  agent: GuardedAgent;
  clock: () => Date;
  timeoutMs: number;
}): WebhookChannel {
  const { agent, clock, timeoutMs } = options;
  return {
    async post(call) {
      const seen: { trace?: ExchangeTrace } = {};
      const timing = (): Timing => timingOf(seen.trace);
      try {
        const response = await traced(call.url, () =>
          send(agent, {
            url: call.url,
            method: 'POST',
            headers: headersOf(call, clock()),
            body: call.rawBody,
            timeoutMs,
            maxBodyBytes: MAX_ANSWER_BYTES,
            keepBroken: true,
            onEnd: (trace) => {
              seen.trace = trace;
            },
          }),
        );
        return { ...answerOf(response), ...timing() };
      } catch (cause) {
        return { failure: classifyNetworkError(cause), cause, ...timing() };
      }
    },
  };
}

function traced(url: string, post: () => Promise<EgressResponse>): Promise<EgressResponse> {
  const attributes = { 'http.request.method': 'POST', 'server.address': hostOf(url) };
  return withSpan({ name: 'POST webhook', kind: 'client', attributes }, async (span) => {
    const response = await post();
    span.note({ 'http.response.status_code': response.statusCode });
    if (response.statusCode >= 400) span.fail(String(response.statusCode));
    return response;
  });
}

function headersOf(call: WebhookCall, now: Date): Record<string, string> {
  const { rawBody, flaw, sequence, requestId, test } = call;
  const timestamp = Math.floor(now.getTime() / 1000) - (flaw === 'stale' ? STALE_SECONDS : 0);
  const keys = flaw === 'wrong-signature' ? [newSigningKey()] : call.signingKeys;
  return {
    ...lowerCased(call.headers),
    'content-type': 'application/json',
    'user-agent': USER_AGENT,
    'service-signature': signWebhook(rawBody, keys, timestamp),
    'webhook-id': call.eventId,
    'webhook-timestamp': String(timestamp),
    'webhook-attempt': String(call.attempt),
    ...(sequence !== undefined && { 'webhook-sequence': String(sequence) }),
    ...(requestId !== undefined && { 'service-request-id': requestId }),
    ...(test && { 'webhook-test': 'true' }),
  };
}

/** The names that the service sets are lower case, so that they win. */
const lowerCased = (headers: Readonly<Record<string, string>> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

function answerOf({ statusCode, body, headers, truncated, broken }: EgressResponse): Answered {
  const retryAfter = headers['retry-after'];
  return {
    statusCode,
    body: readableAnswer(body, headers['content-encoding']),
    bodyTruncated: truncated,
    ...(typeof retryAfter === 'string' && { retryAfter }),
    ...(broken !== undefined && { broken: classifyNetworkError(broken) }),
  };
}

function timingOf(trace: ExchangeTrace | undefined): Timing {
  if (!trace) return { durationMs: 0 };
  const { address, dnsMs, connectMs, tlsMs, firstByteMs, durationMs } = trace;
  const parts = Object.entries({ dnsMs, connectMs, tlsMs, firstByteMs }).flatMap(([name, ms]) =>
    ms === undefined ? [] : [[name, tenths(ms)] as const],
  );
  return {
    durationMs: Math.round(durationMs),
    phases: Object.fromEntries(parts),
    ...(address !== undefined && { address }),
  };
}

const tenths = (ms: number): number => Math.round(ms * 10) / 10;

import { signWebhook } from '@estate/client';
import type { Client, EventName, ServiceEvent } from '@estate/client';
import { CommandError } from './surroundings.ts';
import type { Surroundings } from './surroundings.ts';

/** The same timeout as in the service. */
const TIMEOUT_MS = 15_000;
const USER_AGENT = 'estate-webhooks/1';

interface Forwarding {
  url: string;
  signingKey: string;
  /** All events by default. */
  events?: readonly string[];
}

/** Completes addresses such as `localhost:3000` and `3000`. @throws CommandError */
export function forwardUrl(given: string): string {
  const address = /^\d+$/.test(given) ? `localhost:${given}` : given;
  const url = /^https?:\/\//.test(address) ? address : `http://${address}`;
  if (!URL.canParse(url)) throw new CommandError(`${given} is not a URL to which events can be forwarded.`);
  return url;
}

/** Posts every event of the account to the address, like a webhook of the service, until it is stopped. */
export async function listen(client: Client, forwarding: Forwarding, around: Surroundings): Promise<void> {
  const { out, err, signal } = around;
  const { url, signingKey, events } = forwarding;
  const followed = client.events.follow(
    {},
    {
      signal,
      onInterrupted: (error) => {
        err(`${error instanceof Error ? error.message : String(error)} Retrying …\n`);
      },
    },
  );
  err(`Forwarding events to ${url}. Signing key: ${signingKey}\n`);
  let sequence = 0;
  for await (const event of followed) {
    if (events && !events.includes(event.eventName)) continue;
    sequence += 1;
    const outcome = await forward(event, { url, signingKey, sequence });
    out(`${event.eventTime} ${event.eventName} ${event.eventId} → ${outcome}\n`);
  }
}

/** Forwards a delivery and reports the result in words. */
async function forward(
  event: ServiceEvent,
  { url, signingKey, sequence }: { url: string; signingKey: string; sequence: number },
): Promise<string> {
  const body = JSON.stringify(event);
  const signature = await signWebhook(body, signingKey);
  const headers = {
    'content-type': 'application/json',
    'user-agent': USER_AGENT,
    'service-signature': signature,
    'webhook-id': event.eventId,
    'webhook-timestamp': /\d+/.exec(signature)?.[0] ?? '',
    'webhook-attempt': '1',
    'webhook-sequence': String(sequence),
  };
  try {
    const init = { method: 'POST', headers, body, redirect: 'manual' as const };
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
    await response.body?.cancel();
    return String(response.status);
  } catch (error) {
    return `no response: ${reasonOf(error)}`;
  }
}

/** The cause of a failed `fetch`, for example that the connection was refused. */
function reasonOf(error: unknown): string {
  const { cause } = error as { cause?: { code?: string; message?: string } };
  return cause?.code ?? cause?.message ?? (error as Error).message;
}

/** Prints every event as it happens, until it is stopped. */
export async function tail(
  client: Client,
  { type, json }: { type?: string; json: boolean },
  { out, signal }: Surroundings,
): Promise<void> {
  const query = type === undefined ? {} : { type: type as EventName };
  for await (const event of client.events.follow(query, { signal })) {
    const { eventTime, eventName, eventId, eventPayload } = event;
    const line = json ? event : [eventTime, eventName, eventId, JSON.stringify(eventPayload)];
    out(`${Array.isArray(line) ? line.join(' ') : JSON.stringify(line)}\n`);
  }
}

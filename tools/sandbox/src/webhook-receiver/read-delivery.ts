import type { IncomingHttpHeaders } from 'node:http';
import { WebhookError, verifyWebhook } from '@estate/client';
import type { Delivery } from './delivery-log.ts';

export interface Arrival {
  at: string;
  name: string;
  headers: IncomingHttpHeaders;
  rawBody: Buffer;
  signingKey: string | undefined;
}

type Verdict = Pick<Delivery, 'signature' | 'reason'>;

async function verdict({ headers, rawBody, signingKey }: Arrival): Promise<Verdict> {
  if (signingKey === undefined) return { signature: 'no key' };
  const header = headers['service-signature'];
  if (typeof header !== 'string')
    return { signature: 'invalid', reason: 'the header Service-Signature is missing' };
  try {
    await verifyWebhook(rawBody, header, signingKey);
    return { signature: 'valid' };
  } catch (error) {
    if (error instanceof WebhookError) return { signature: 'invalid', reason: error.reason };
    throw error;
  }
}

function eventOf(text: string): Pick<Delivery, 'eventId' | 'eventName'> {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return {}; // recorded as it came: a body that is no JSON names no event
  }
  if (typeof body !== 'object' || body === null) return {};
  const { eventId, eventName } = body as Record<string, unknown>;
  return {
    ...(typeof eventId === 'string' && { eventId }),
    ...(typeof eventName === 'string' && { eventName }),
  };
}

function numbered({ headers }: Arrival): Pick<Delivery, 'sequence' | 'test'> {
  const sequence = Number(headers['webhook-sequence'] ?? NaN);
  return {
    ...(Number.isSafeInteger(sequence) && { sequence }),
    ...(headers['webhook-test'] === 'true' && { test: true as const }),
  };
}

/** Describes a delivery that has just arrived. */
export async function readDelivery(arrival: Arrival): Promise<Omit<Delivery, 'number' | 'duplicate'>> {
  const { at, name, headers, rawBody } = arrival;
  const flat = Object.entries(headers).map(([key, value]) => [key, String(value)] as const);
  const body = rawBody.toString('utf8');
  return {
    at,
    name,
    headers: Object.fromEntries(flat),
    body,
    ...(await verdict(arrival)),
    ...eventOf(body),
    ...numbered(arrival),
  };
}

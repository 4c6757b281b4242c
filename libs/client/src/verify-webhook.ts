import type { ServiceEvent } from './contract-types.ts';

const DEFAULT_TOLERANCE_SECONDS = 300;
const SIGNATURE = /^[0-9a-f]{64}$/;
const TIMESTAMP = /^\d{1,15}$/;

export type WebhookRefusal = 'malformed_header' | 'wrong_signature' | 'stale' | 'not_an_event';

/** A delivery that is not valid. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
  readonly reason: WebhookRefusal;

  constructor(reason: WebhookRefusal, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** The body exactly as it was received, before any parsing. */
export type RawBody = string | Uint8Array;

/**
 * Checks the `Service-Signature` header of a delivery against the webhook's signing key; several keys may be given.
 * @throws WebhookError
 */
export async function verifyWebhook(
  rawBody: RawBody,
  header: string | null | undefined,
  key: string | readonly string[],
  toleranceSeconds: number = DEFAULT_TOLERANCE_SECONDS,
): Promise<void> {
  const { time, signatures } = parseHeader(header ?? '');
  const keys = typeof key === 'string' ? [key] : key;
  const expected = await Promise.all(keys.map((one) => hmac(rawBody, one, time)));
  // Every pair is compared, so that the time taken does not tell which one matched.
  const matches = expected.flatMap((one) => signatures.map((signature) => equal(one, signature)));
  if (!matches.includes(true)) {
    throw new WebhookError(
      'wrong_signature',
      'None of the signatures of the delivery matches the signing key.',
    );
  }
  const ageSeconds = Math.abs(Math.floor(Date.now() / 1000) - Number(time));
  if (ageSeconds > toleranceSeconds) {
    throw new WebhookError(
      'stale',
      `The signature of the delivery is ${String(ageSeconds)} seconds away from the current time, which exceeds the tolerance.`,
    );
  }
}

/** The header `Service-Signature` of a delivery; for the tests of a receiver. */
export async function signWebhook(
  rawBody: RawBody,
  key: string | readonly string[],
  time: Date = new Date(),
): Promise<string> {
  const seconds = String(Math.floor(time.getTime() / 1000));
  const keys = typeof key === 'string' ? [key] : key;
  const signatures = await Promise.all(
    keys.map(async (one) => `v1=${hexOf(await hmac(rawBody, one, seconds))}`),
  );
  return [`t=${seconds}`, ...signatures].join(', ');
}

const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Verifies a delivery and returns its event. @throws WebhookError */
export async function readWebhook(
  rawBody: RawBody,
  header: string | null | undefined,
  key: string | readonly string[],
  toleranceSeconds?: number,
): Promise<ServiceEvent> {
  await verifyWebhook(rawBody, header, key, toleranceSeconds);
  const event = eventIn(typeof rawBody === 'string' ? rawBody : new TextDecoder().decode(rawBody));
  if (event === undefined)
    throw new WebhookError('not_an_event', 'The body of the delivery is not an event.');
  return event;
}

function eventIn(text: string): ServiceEvent | undefined {
  try {
    const value = JSON.parse(text) as { eventId?: unknown; eventName?: unknown } | null;
    const readable = typeof value?.eventId === 'string' && typeof value.eventName === 'string';
    return readable ? (value as ServiceEvent) : undefined;
  } catch {
    return undefined;
  }
}

async function hmac(rawBody: RawBody, key: string, time: string): Promise<Uint8Array> {
  const text = new TextEncoder();
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await crypto.subtle.importKey('raw', text.encode(key), algorithm, false, ['sign']);
  const prefix = text.encode(`${time}.`);
  const body = typeof rawBody === 'string' ? text.encode(rawBody) : rawBody;
  const signed = new Uint8Array(prefix.length + body.length);
  signed.set(prefix);
  signed.set(body, prefix.length);
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, signed));
}

/** Takes as long for a wrong first byte as for a wrong last one. */
function equal(expected: Uint8Array, hex: string): boolean {
  let difference = 0;
  for (const [index, byte] of expected.entries()) {
    difference |= byte ^ Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16);
  }
  return difference === 0;
}

/** Elements of unknown names are skipped: a later scheme may stand beside `v1`. */
function parseHeader(header: string): { time: string; signatures: string[] } {
  const elements = header.split(',').map((element) => element.trim().split('='));
  const valuesOf = (name: string) =>
    elements.filter(([key]) => key === name).map(([, ...value]) => value.join('='));
  const [time = '', ...furtherTimes] = valuesOf('t');
  const signatures = valuesOf('v1');
  const readable =
    TIMESTAMP.test(time) &&
    furtherTimes.length === 0 &&
    signatures.length > 0 &&
    signatures.every((signature) => SIGNATURE.test(signature));
  if (readable) return { time, signatures };
  throw new WebhookError(
    'malformed_header',
    'The header Service-Signature must have the form t=<unix seconds>, v1=<hex>.',
  );
}

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const KEY_BYTES = 32;
const DEFAULT_TOLERANCE_SECONDS = 300;
const SIGNATURE = /^[0-9a-f]{64}$/;
const TIMESTAMP = /^\d{1,15}$/;

export interface WebhookVerification {
  /** The body exactly as received, before any parsing. */
  rawBody: string | Buffer;
  header: string;
  signingKey: string;
  /** Accepted distance between the timestamp and `now`, in both directions; 300 when left out. */
  toleranceSeconds?: number;
  /** Unix seconds; the present when left out. */
  now?: number;
}

export type WebhookVerdict =
  | { valid: true }
  | { valid: false; reason: 'malformed_header' | 'stale' | 'wrong_signature' };

/** A random signing key of 256 bits, `whsec_` and base64url. */
export function newSigningKey(): string {
  return `whsec_${randomBytes(KEY_BYTES).toString('base64url')}`;
}

/** The signature header `t=…, v1=…`, one `v1` per key; `timestamp` in unix seconds. */
export function signWebhook(
  rawBody: string | Buffer,
  signingKeys: readonly string[],
  timestamp: number,
): string {
  if (signingKeys.length === 0) {
    throw new Error('A webhook needs at least one signing key.');
  }
  if (!Number.isSafeInteger(timestamp) || timestamp < 0) {
    throw new Error('The timestamp of a webhook must be whole unix seconds.');
  }
  const time = String(timestamp);
  const signatures = signingKeys.map((key) => `v1=${hmac(rawBody, key, time).toString('hex')}`);
  return [`t=${time}`, ...signatures].join(', ');
}

/** Checks a signature header; any one of its `v1` values may match, so that two keys overlap during a rotation. */
export function verifyWebhook(input: WebhookVerification): WebhookVerdict {
  const header = parseHeader(input.header);
  if (header === undefined) {
    return { valid: false, reason: 'malformed_header' };
  }
  const expected = hmac(input.rawBody, input.signingKey, header.time);
  // Every value is compared, so that the time taken does not tell which one matched.
  const matches = header.signatures.map((signature) => timingSafeEqual(signature, expected));
  if (!matches.includes(true)) {
    return { valid: false, reason: 'wrong_signature' };
  }
  const now = input.now ?? Math.floor(Date.now() / 1000);
  const tolerance = input.toleranceSeconds ?? DEFAULT_TOLERANCE_SECONDS;
  const fresh = Math.abs(now - Number(header.time)) <= tolerance;
  return fresh ? { valid: true } : { valid: false, reason: 'stale' };
}

function hmac(rawBody: string | Buffer, signingKey: string, time: string): Buffer {
  return createHmac('sha256', signingKey).update(`${time}.`).update(rawBody).digest();
}

/** Elements of unknown names are skipped: a later scheme may stand beside `v1`. */
function parseHeader(header: string): { time: string; signatures: Buffer[] } | undefined {
  const elements = header.split(',').map((element) => element.trim().split('='));
  const valuesOf = (name: string) =>
    elements.filter(([key]) => key === name).map(([, ...value]) => value.join('='));
  const [time, ...furtherTimes] = valuesOf('t');
  const signatures = valuesOf('v1');
  const readable =
    time !== undefined &&
    TIMESTAMP.test(time) &&
    furtherTimes.length === 0 &&
    signatures.length > 0 &&
    signatures.every((signature) => SIGNATURE.test(signature));
  return readable ? { time, signatures: signatures.map((hex) => Buffer.from(hex, 'hex')) } : undefined;
}

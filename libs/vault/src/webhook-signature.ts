import { createHmac, randomBytes } from 'node:crypto';

const KEY_BYTES = 32;

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
  const signatures = signingKeys.map((key) => `v1=${hmac(rawBody, key, time)}`);
  return [`t=${time}`, ...signatures].join(', ');
}

const hmac = (rawBody: string | Buffer, signingKey: string, time: string): string =>
  createHmac('sha256', signingKey).update(`${time}.`).update(rawBody).digest('hex');

import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { randomBase62, toBase62 } from './base62.ts';

/** The holders of keys: a customer of the service, its operator, or the browser that opened a dashboard link. */
const PREFIXES = { customer: 'rek_live_', operator: 'rek_operator_', link: 'rek_link_' } as const;
type Holder = keyof typeof PREFIXES;

const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const AFTER_PREFIX = /^[0-9A-Za-z]{38}$/;

/** A new key; `key` is shown once, the other fields may be stored. */
export interface NewApiKey {
  key: string;
  /** SHA-256 of the key, hex. */
  hash: string;
  prefix: string;
  lastFour: string;
}

/** Makes `rek_live_`, or the prefix of another holder, 32 random base62 characters (190 bits) and a 6-character checksum. */
export function newApiKey(holder: Holder = 'customer'): NewApiKey {
  const prefix = PREFIXES[holder];
  const body = prefix + randomBase62(RANDOM_LENGTH);
  const key = body + checksum(body);
  return { key, hash: hashApiKey(key), prefix, lastFour: key.slice(-4) };
}

/** False for every text with a single mistyped character and for anything else that was never issued as a key of the holder. */
export function checkApiKeyShape(key: string, holder: Holder = 'customer'): boolean {
  const prefix = PREFIXES[holder];
  const hasShape = key.startsWith(prefix) && AFTER_PREFIX.test(key.slice(prefix.length));
  return hasShape && checksum(key.slice(0, -CHECKSUM_LENGTH)) === key.slice(-CHECKSUM_LENGTH);
}

/** SHA-256 of the key, hex: enough without salt or stretching, because the key is random. */
export const hashApiKey = (key: string): string => hash('sha256', key);

const checksum = (body: string): string => toBase62(crc32(body), CHECKSUM_LENGTH);

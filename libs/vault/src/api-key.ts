import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { randomBase62, toBase62 } from './base62.ts';

const PREFIX = 'rek_live_';
const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const SHAPE = /^rek_live_[0-9A-Za-z]{38}$/;

/** A fresh key; `key` is shown once, the rest is what may be stored. */
export interface NewApiKey {
  key: string;
  /** SHA-256 of the key, hex. */
  hash: string;
  prefix: string;
  lastFour: string;
}

/** Makes `rek_live_`, 32 random base62 characters (190 bits) and a 6-character checksum. */
export function newApiKey(): NewApiKey {
  const body = PREFIX + randomBase62(RANDOM_LENGTH);
  const key = body + checksum(body);
  return { key, hash: hashApiKey(key), prefix: PREFIX, lastFour: key.slice(-4) };
}

/** False for every text with a single mistyped character and for anything else that was never issued as a key. */
export function checkApiKeyShape(key: string): boolean {
  return SHAPE.test(key) && checksum(key.slice(0, -CHECKSUM_LENGTH)) === key.slice(-CHECKSUM_LENGTH);
}

/** SHA-256 of the key, hex: enough without salt or stretching, because the key is random. */
export const hashApiKey = (key: string): string => hash('sha256', key);

const checksum = (body: string): string => toBase62(crc32(body), CHECKSUM_LENGTH);

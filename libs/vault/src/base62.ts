import { randomBytes } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** The largest multiple of 62 that fits into a byte; larger bytes are discarded so that no character is favoured. */
const FAIR_BYTES = 248;

/** Uniformly random base62 text of `length` characters. */
export function randomBase62(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length - text.length)) {
      text += byte < FAIR_BYTES ? ALPHABET.charAt(byte % ALPHABET.length) : '';
    }
  }
  return text;
}

/** An integer in base62, padded on the left to `width` characters. */
export function toBase62(value: number, width: number): string {
  let text = '';
  for (let rest = value; rest > 0; rest = Math.floor(rest / ALPHABET.length)) {
    text = ALPHABET.charAt(rest % ALPHABET.length) + text;
  }
  return text.padStart(width, ALPHABET.charAt(0));
}

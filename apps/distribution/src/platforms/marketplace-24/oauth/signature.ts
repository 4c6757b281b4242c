import { createHmac } from 'node:crypto';
import { encode } from '../../rest/redact.ts';

/** A name and a value, not encoded. */
export type Parameter = readonly [name: string, value: string];

export interface SignedRequest {
  method: string;
  url: string;
  /** The parameters of the protocol, and of a form-encoded body if there is one; those of the query are read from the URL. */
  parameters: readonly Parameter[];
}

/** The signature base string of RFC 5849, 3.4.1: method, address without its query, and all parameters in order. */
export function signatureBase({ method, url: text, parameters }: SignedRequest): string {
  const url = new URL(text);
  // Form decoding: a plus is a space, and a name may have no value.
  const all = [...url.searchParams, ...parameters].map(
    ([name, value]) => [encode(name), encode(value)] as const,
  );
  const sorted = all.toSorted(([a, x], [b, y]) => compare(a, b) || compare(x, y));
  const normalized = sorted.map(([name, value]) => `${name}=${value}`).join('&');
  // The parser has already lower-cased scheme and host and dropped the default port.
  const address = `${url.protocol}//${url.host}${url.pathname}`;
  return [method.toUpperCase(), address, normalized].map(encode).join('&');
}

/** The signature of RFC 5849, 3.4.2: HMAC-SHA1 in base64. */
export const signature = (
  request: SignedRequest,
  { consumerSecret, tokenSecret }: { consumerSecret: string; tokenSecret: string },
): string =>
  createHmac('sha1', `${encode(consumerSecret)}&${encode(tokenSecret)}`)
    .update(signatureBase(request), 'utf8')
    .digest('base64');

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

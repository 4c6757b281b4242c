import { createHmac, timingSafeEqual } from 'node:crypto';

const encode = (text: string): string =>
  [...Buffer.from(text, 'utf8')]
    .map((byte) =>
      /[A-Za-z0-9\-._~]/.test(String.fromCharCode(byte))
        ? String.fromCharCode(byte)
        : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
    )
    .join('');

const decode = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '));

/** The parameters of an `Authorization: OAuth` header, or undefined for any other header. */
export function readOAuthHeader(header: string | undefined): Map<string, string> | undefined {
  if (header === undefined || !/^OAuth /i.test(header)) return undefined;
  const pairs = header
    .slice('OAuth '.length)
    .split(',')
    .map((part) => /^\s*([^=]+)="([^"]*)"\s*$/.exec(part));
  if (pairs.includes(null)) return undefined;
  return new Map(
    pairs.map((pair) => [decodeURIComponent(pair?.[1] ?? ''), decodeURIComponent(pair?.[2] ?? '')]),
  );
}

export interface Received {
  method: string;
  /** The URL as requested. */
  url: string;
  header: ReadonlyMap<string, string>;
}

/** True if the signature in the header was made with these secrets, byte by byte as in RFC 5849. */
export function isSigned(
  { method, url, header }: Received,
  consumerSecret: string,
  tokenSecret: string,
): boolean {
  const [address = '', query = ''] = url.split('?');
  const fromQuery = query === '' ? [] : query.split('&').map((pair) => pair.split('=').map(decode));
  const fromHeader = [...header].filter(([name]) => name !== 'oauth_signature' && name !== 'realm');
  const sorted = [...fromQuery, ...fromHeader]
    .map(([name = '', value = '']) => `${encode(name)}=${encode(value)}`)
    .sort((a, b) => compareParameters(a, b))
    .join('&');
  const base = [method, address, sorted].map(encode).join('&');
  const expected = createHmac('sha1', `${encode(consumerSecret)}&${encode(tokenSecret)}`)
    .update(base)
    .digest();
  const given = Buffer.from(header.get('oauth_signature') ?? '', 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Compares by name, then by value; `=` must not take part. */
function compareParameters(a: string, b: string): number {
  const [nameA = '', valueA = ''] = a.split('=');
  const [nameB = '', valueB = ''] = b.split('=');
  if (nameA !== nameB) return nameA < nameB ? -1 : 1;
  return valueA < valueB ? -1 : valueA > valueB ? 1 : 0;
}

import { createHash } from 'node:crypto';
import { domainToASCII } from 'node:url';
import { lowerCaseAscii } from '@estate/contracts';

/** The maximum number of keys of a document. With more addresses, it has one key for all of them, and has to be read to find a person. */
const KEYS_MAX = 500;
const MANY = '*';
const HASH_LENGTH = 22;
/** The maximum length of a domain (RFC 1035, 2.3.4). */
const DOMAIN_MAX = 253;
const DOMAIN = /^[\p{L}\p{M}\p{N}.-]+$/u;
const ASCII_ADDRESS = /^[\x21-\x7e]+@[a-z0-9.-]+$/;
const NOT_IN_ADDRESSES = /[\s<>()[\]{}"',;:\\|=&?/]/u;

/** An email address in the canonical form for comparison. */
export function normalizedAddress(address: string): string {
  const trimmed = address.trim();
  const at = trimmed.lastIndexOf('@');
  return `${lowerCaseAscii(trimmed.slice(0, at))}@${normalizedDomain(trimmed.slice(at + 1))}`;
}

/**
 * A domain in its ASCII form. Node treats it like a part of a URL: it would decode it, and end it at a slash. A too long text would take
 * seconds.
 */
const normalizedDomain = (domain: string): string =>
  (domain.length <= DOMAIN_MAX && DOMAIN.test(domain) && domainToASCII(domain)) || lowerCaseAscii(domain);

/** The canonical form of the address of a user or an operator; undefined if it could be mistaken for another one. */
export function identifyingAddress(address: string): string | undefined {
  const normal = normalizedAddress(address);
  return address.includes('@') && ASCII_ADDRESS.test(normal) ? normal : undefined;
}

/** The distinct email addresses in texts, normalized. */
export function addressesIn(...texts: readonly (string | undefined)[]): string[] {
  const found = texts.flatMap((text) => (text?.includes('@') ? addressesOf(text) : []));
  return [...new Set(found)];
}

const addressesOf = (text: string): string[] => [...addressPlaces(text)].map(({ address }) => address);

/** The position of an address in a text. */
interface AddressPlace {
  /** The normalized address. */
  address: string;
  begin: number;
  end: number;
}

/** The email addresses in a text, in order. */
export function* addressPlaces(text: string): Generator<AddressPlace, void> {
  for (const word of wordsWithAt(text)) {
    let { begin, end } = word;
    while (begin < end && '.*'.includes(text.charAt(begin))) begin += 1;
    while (end > begin && '.!*'.includes(text.charAt(end - 1))) end -= 1;
    const address = text.slice(begin, end);
    const at = address.indexOf('@');
    if (at > 0 && at < address.length - 1) yield { address: normalizedAddress(address), begin, end };
  }
}

/** The words around each `@`, because most of a text is far from one. */
function* wordsWithAt(text: string): Generator<{ begin: number; end: number }, void> {
  for (let at = text.indexOf('@'), end = 0; at !== -1; at = text.indexOf('@', end)) {
    const before = end;
    let begin = at;
    while (begin > before && !NOT_IN_ADDRESSES.test(text.charAt(begin - 1))) begin -= 1;
    const length = text.slice(at).search(NOT_IN_ADDRESSES);
    end = length === -1 ? text.length : at + length;
    yield { begin, end };
  }
}

/** The key by which an index finds what an account has stored about the person with an address. */
const keyOf = (accountId: string, address: string): string =>
  `${accountId}:${createHash('sha256').update(`${accountId}\n${address}`).digest('base64url').slice(0, HASH_LENGTH)}`;

/** Keys that are stored with texts, for finding the persons in them by their addresses. */
export function personKeysOf(accountId: string, addresses: readonly string[]): string[] {
  if (addresses.length > KEYS_MAX) return [keyOf(accountId, MANY)];
  return addresses.map((address) => keyOf(accountId, address));
}

/** The keys of everything that may name the person; the found documents have to be read. */
export const keysNaming = (accountId: string, address: string): string[] => [
  keyOf(accountId, normalizedAddress(address)),
  keyOf(accountId, MANY),
];

import { createHash } from 'node:crypto';
import { domainToASCII } from 'node:url';
import { lowerCaseAscii } from '@estate/contracts';

/** A document that names more addresses than this has one key for all of them, and whoever finds it by that key reads it. */
const KEYS_MAX = 500;
const MANY = '*';
const HASH_LENGTH = 22;
/** RFC 1035, 2.3.4. */
const DOMAIN_MAX = 253;
const DOMAIN = /^[\p{L}\p{M}\p{N}.-]+$/u;
const ASCII_ADDRESS = /^[\x21-\x7e]+@[a-z0-9.-]+$/;
const NOT_IN_ADDRESSES = /[\s<>()[\]{}"',;:\\|=&?/]/u;

/** An email address in the one form in which addresses are compared. */
export function normalizedAddress(address: string): string {
  const trimmed = address.trim();
  const at = trimmed.lastIndexOf('@');
  return `${lowerCaseAscii(trimmed.slice(0, at))}@${normalizedDomain(trimmed.slice(at + 1))}`;
}

/** Node takes a domain for part of a URL: it would decode it, and end it at a slash. What is too long for a domain would cost it seconds. */
const normalizedDomain = (domain: string): string =>
  (domain.length <= DOMAIN_MAX && DOMAIN.test(domain) && domainToASCII(domain)) || lowerCaseAscii(domain);

/** The form in which the address of a user or an operator is compared; undefined if it could be mistaken for another one. */
export function identifyingAddress(address: string): string | undefined {
  const normal = normalizedAddress(address);
  return address.includes('@') && ASCII_ADDRESS.test(normal) ? normal : undefined;
}

/** The email addresses in texts, normalized, each once. */
export function addressesIn(...texts: readonly (string | undefined)[]): string[] {
  const found = texts.flatMap((text) => (text?.includes('@') ? addressesOf(text) : []));
  return [...new Set(found)];
}

const addressesOf = (text: string): string[] => [...addressPlaces(text)].map(({ address }) => address);

/** Where an address stands in a text. */
interface AddressPlace {
  /** Normalized. */
  address: string;
  begin: number;
  end: number;
}

/** The email addresses in a text, in its order. */
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

/** Only around each `@`: most of a text is far from one. */
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

/** By which an index finds what an account has stored of the person with an address. */
const keyOf = (accountId: string, address: string): string =>
  `${accountId}:${createHash('sha256').update(`${accountId}\n${address}`).digest('base64url').slice(0, HASH_LENGTH)}`;

/** Keys that are stored with texts, so that the persons in them are found by their addresses. */
export function personKeysOf(accountId: string, addresses: readonly string[]): string[] {
  if (addresses.length > KEYS_MAX) return [keyOf(accountId, MANY)];
  return addresses.map((address) => keyOf(accountId, address));
}

/** The keys of everything that may name the person; what is found has to be read. */
export const keysNaming = (accountId: string, address: string): string[] => [
  keyOf(accountId, normalizedAddress(address)),
  keyOf(accountId, MANY),
];

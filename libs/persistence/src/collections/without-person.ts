import { ERASED, redacted } from '@estate/contracts';
import { addressPlaces, addressesIn } from './person-keys.ts';

/** Every text within a value. */
export function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

/** A request, or an event or a message about it. */
interface AboutRequest {
  prospect?: { email?: string | undefined } | undefined;
  message?: unknown;
}

/**
 * The data without these words in its message, and without their addresses anywhere, in any spelling. If the prospect has one of these
 * addresses, the prospect's own data stay.
 */
export function withoutPerson<T extends AboutRequest>(about: T, words: readonly string[]): T {
  const addresses = new Set(addressesIn(...words));
  const isOwn = addressesIn(about.prospect?.email).some((address) => addresses.has(address));
  const rest = isOwn ? about : inTexts(about, (text) => withoutAddresses(text, addresses));
  return typeof about.message === 'string' ? { ...rest, message: withoutWords(about.message, words) } : rest;
}

/** A text without these words, and without their addresses in any spelling. */
export const withoutWords = (text: string, words: readonly string[]): string =>
  redacted(withoutAddresses(text, new Set(addressesIn(...words))), words);

function withoutAddresses(text: string, addresses: ReadonlySet<string>): string {
  if (addresses.size === 0 || !text.includes('@')) return text;
  let [left, from] = ['', 0];
  for (const { address, begin, end } of addressPlaces(text)) {
    if (!addresses.has(address)) continue;
    left += text.slice(from, begin) + ERASED;
    from = end;
  }
  return left + text.slice(from);
}

function inTexts<T>(value: T, change: (text: string) => string): T {
  const changed = (one: unknown): unknown => {
    if (typeof one === 'string') return change(one);
    if (Array.isArray(one)) return one.map(changed);
    if (typeof one !== 'object' || one === null) return one;
    return Object.fromEntries(Object.entries(one).map(([name, each]) => [name, changed(each)]));
  };
  return changed(value) as T;
}

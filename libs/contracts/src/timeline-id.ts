const ALPHABET = '0123456789abcdefghijklmnopqrstuv';
const TIME_LENGTH = 10;
const HASH_LENGTH = 9;

/**
 * Kinds in the order of cause and effect, which sorts entries of the same millisecond. Ids contain the position, so a new kind must be the
 * last.
 */
export const ENTRY_KINDS = [
  'property_created', 'property_updated', 'listing_created', 'listing_updated', 'listing_retried', 'listing_deleted',
  'publication_attempt', 'request', 'event', 'property_deleted', 'listing_answered',
] as const; // oxfmt-ignore
export type EntryKind = (typeof ENTRY_KINDS)[number];

/**
 * The id of an entry of a timeline, which is also its cursor: 20 characters that sort by time, then by kind. `source` identifies the
 * subject of the entry; the same source at the same time always has the same id.
 */
export const entryId = (at: Date, kind: EntryKind, source: string): string =>
  inBase32(at.getTime(), TIME_LENGTH) +
  inBase32(ENTRY_KINDS.indexOf(kind), 1) +
  inBase32(hash(source), HASH_LENGTH);

/** The boundary between entries before a time and entries at or after it. */
export const firstEntryIdAt = (at: Date): string => inBase32(at.getTime(), TIME_LENGTH);

/** The time of the entry with this id. */
export const timeOfEntry = (id: string): Date => new Date(Number.parseInt(id.slice(0, TIME_LENGTH), 32));

/** The last base32hex digits of a number, which sort like the number. */
function inBase32(number: number, length: number): string {
  let text = '';
  for (let rest = number; text.length < length; rest = Math.floor(rest / 32)) {
    text = ALPHABET.charAt(rest % 32) + text;
  }
  return text;
}

/** An evenly distributed hash of 53 bits (cyrb53). */
function hash(text: string): number {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    high = Math.imul(high ^ code, 2_654_435_761);
    low = Math.imul(low ^ code, 1_597_334_677);
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  return 2 ** 32 * (low & 0x1f_ffff) + (high >>> 0);
}

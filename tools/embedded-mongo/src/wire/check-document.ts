import { isUtf8 } from 'node:buffer';
import { MongoError, notSupported } from '../errors.ts';
import { bytesOfValue } from '../values/elements.ts';

/** The maximum nesting of documents and arrays, as in MongoDB. */
const deepest = 200;

const documentType = 0x03;
const arrayType = 0x04;
/** The unsupported types of BSON: patterns, code, Decimal128, timestamps, the least and the greatest key, and outdated ones. */
const unsupportedTypes = new Set([0x06, 0x0b, 0x0c, 0x0d, 0x0e, 0x0f, 0x11, 0x13, 0x7f, 0xff]);
/** The subtype of binaries that repeats the length. */
const oldBinary = 2;
/** The range of dates in JavaScript: 100 million days around 1970. */
const farthestDate = 8_640_000_000_000_000n;

const invalid = (what: string): MongoError => new MongoError(22, `invalid BSON: ${what}`);

/** The length up to which a loop is cheaper than a view of the bytes and a native call. */
const longestLoop = 64;

function isText(raw: Buffer, from: number, to: number): boolean {
  if (to - from > longestLoop) return isUtf8(raw.subarray(from, to));
  let at = from;
  while (at < to && (raw[at] as number) < 0x80) at++;
  return at >= to || isUtf8(raw.subarray(at, to));
}

function endOfName(raw: Buffer, at: number, end: number): number {
  let terminator = at;
  while (terminator < end && raw[terminator] !== 0) terminator++;
  if (terminator >= end) throw invalid('a name has no end');
  if (!isText(raw, at, terminator)) throw invalid('a name is not UTF-8');
  return terminator + 1;
}

function checkString(raw: Buffer, at: number, end: number): void {
  if (end < at + 5 || raw[end - 1] !== 0) throw invalid('a string has a wrong length');
  if (!isText(raw, at + 4, end - 1)) throw invalid('a string is not UTF-8');
}

function checkBinary(raw: Buffer, at: number, end: number): void {
  if (end < at + 5) throw invalid('a binary has a wrong length');
  if (raw[at + 4] === oldBinary) throw notSupported('a binary of the old subtype 2');
}

function checkBoolean(raw: Buffer, at: number): void {
  if ((raw[at] as number) > 1) throw invalid('a boolean is neither true nor false');
}

function checkDate(raw: Buffer, at: number): void {
  const date = raw.readBigInt64LE(at);
  if (date > farthestDate || date < -farthestDate)
    throw new MongoError(2, `the date ${date} is outside of the years that the embedded MongoDB supports`);
}

/** The checks of values with a variable end. */
const checks = new Map([
  [0x02, checkString],
  [0x05, checkBinary],
  [0x08, checkBoolean],
  [0x09, checkDate],
]);

function endOfValue(raw: Buffer, type: number, { at, end }: { at: number; end: number }): number {
  if (unsupportedTypes.has(type)) throw notSupported(`a value of BSON's type ${type}`);
  const bytes = bytesOfValue(raw, type, at);
  if (bytes === undefined) throw invalid(`there is no type ${type}`);
  if (!(bytes >= 0 && at + bytes <= end)) throw invalid('a value does not fit into its document');
  checks.get(type)?.(raw, at, at + bytes);
  return at + bytes;
}

/** The end of the document at `at`, without its last zero byte. */
function endOfDocument(raw: Buffer, at: number, end: number): number {
  const last = at + (bytesOfValue(raw, documentType, at) ?? 0) - 1;
  if (!(last >= at + 4 && last < end) || raw[last] !== 0) throw invalid('a document has a wrong length');
  return last;
}

/**
 * Refuses bytes that are no BSON document, or one that is nested too deeply: what is stored unread must be readable later, and every reader
 * here follows the nesting by recursion.
 */
export function checkDocument(raw: Buffer): void {
  const last = endOfDocument(raw, 0, raw.length);
  if (last !== raw.length - 1) throw invalid('bytes follow the document');
  const ends = [last];
  let at = 4;
  for (let end: number | undefined = last; end !== undefined; end = ends.at(-1)) {
    if (at === end) {
      ends.pop();
      at++;
      continue;
    }
    const type = raw[at] as number;
    at = endOfName(raw, at + 1, end);
    if (type !== documentType && type !== arrayType) {
      at = endOfValue(raw, type, { at, end });
      continue;
    }
    ends.push(endOfDocument(raw, at, end));
    if (ends.length > deepest)
      throw new MongoError(15, `a document is nested more than ${deepest} levels deep`);
    at += 4;
  }
}

import { isUtf8 } from 'node:buffer';
import { MongoError } from '../errors.ts';

/** How deep documents and arrays may lie within each other, as in MongoDB. */
export const deepest = 200;

/** How many bytes a value of a BSON type has, for the types of one size. */
const fixedBytes: Partial<Record<number, number>> = {
  0x01: 8, 0x06: 0, 0x07: 12, 0x08: 1, 0x09: 8, 0x0a: 0, 0x10: 4, 0x11: 8, 0x12: 8, 0x13: 16, 0x7f: 0, 0xff: 0,
}; // oxfmt-ignore
/** A subtype of binaries that repeats the length. */
const oldBinary = 2;
const stringTypes = new Set([0x02, 0x0d, 0x0e]);
/** JavaScript knows the dates of 100 million days around 1970. */
const farthestDate = 8_640_000_000_000_000n;

const invalid = (what: string): MongoError => new MongoError(22, `invalid BSON: ${what}`);

function endOfName(raw: Buffer, at: number, end: number): number {
  const terminator = raw.indexOf(0, at);
  if (terminator < 0 || terminator >= end) throw invalid('a name or pattern has no end');
  if (!isUtf8(raw.subarray(at, terminator))) throw invalid('a name or pattern is not UTF-8');
  return terminator + 1;
}

function endOfString(raw: Buffer, at: number, end: number): number {
  const length = at + 4 <= end ? raw.readInt32LE(at) : 0;
  const last = at + 4 + length - 1;
  if (length < 1 || last >= end || raw[last] !== 0) throw invalid('a string has a wrong length');
  if (!isUtf8(raw.subarray(at + 4, last))) throw invalid('a string is not UTF-8');
  return last + 1;
}

function endOfRegExp(raw: Buffer, at: number, end: number): number {
  const patternEnd = endOfName(raw, at, end);
  const optionsEnd = endOfName(raw, patternEnd, end);
  const pattern = raw.toString('utf8', at, patternEnd - 1);
  const options = raw.toString('latin1', patternEnd, optionsEnd - 1);
  if (!/^[ilmsux]*$/.test(options))
    throw invalid(`there are no regular expressions with the options '${options}'`);
  try {
    RegExp(pattern);
  } catch (error) {
    throw new MongoError(
      2,
      `a regular expression that the embedded MongoDB does not support: ${String(error)}`,
    );
  }
  return optionsEnd;
}

function endOfBinary(raw: Buffer, at: number, end: number): number {
  const length = at + 5 <= end ? raw.readInt32LE(at) : -1;
  if (length < 0 || at + 5 + length > end) throw invalid('a binary has a wrong length');
  if (raw[at + 4] === oldBinary && (length < 4 || raw.readInt32LE(at + 5) !== length - 4))
    throw invalid('a binary of the old subtype has a wrong length');
  return at + 5 + length;
}

function endOfFixed(raw: Buffer, type: number, { at, end }: { at: number; end: number }): number {
  const bytes = fixedBytes[type];
  if (bytes === undefined) throw invalid(`there is no type ${type}`);
  if (at + bytes > end) throw invalid('a value does not fit into its document');
  if (type === 0x08 && (raw[at] as number) > 1) throw invalid('a boolean is neither true nor false');
  if (type === 0x09) {
    const date = raw.readBigInt64LE(at);
    if (date > farthestDate || date < -farthestDate)
      throw new MongoError(2, `the date ${date} is outside of the years that the embedded MongoDB supports`);
  }
  return at + bytes;
}

function endOfScalar(raw: Buffer, type: number, { at, end }: { at: number; end: number }): number {
  if (stringTypes.has(type)) return endOfString(raw, at, end);
  if (type === 0x05) return endOfBinary(raw, at, end);
  if (type === 0x0b) return endOfRegExp(raw, at, end);
  if (type === 0x0c) return endOfFixed(raw, 0x07, { at: endOfString(raw, at, end), end });
  return endOfFixed(raw, type, { at, end });
}

/** Where the document at `at` ends, its last zero byte not counted. */
function endOfDocument(raw: Buffer, at: number, end: number): number {
  const length = at + 4 <= end ? raw.readInt32LE(at) : 0;
  const last = at + length - 1;
  if (length < 5 || last >= end || raw[last] !== 0) throw invalid('a document has a wrong length');
  return last;
}

/**
 * Refuses bytes that are no BSON document, or one that is nested too deeply: what is stored unread must be readable later,
 * and every reader here follows the nesting by recursion.
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
    if (type === 0x03 || type === 0x04 || type === 0x0f) {
      const outer = type === 0x0f ? endOfDocument(raw, at, end + 1) + 1 : end;
      if (type === 0x0f) at = endOfString(raw, at + 4, outer);
      const inner = endOfDocument(raw, at, outer);
      if (type === 0x0f && inner !== outer - 1) throw invalid('code with a scope has a wrong length');
      ends.push(inner);
      if (ends.length > deepest)
        throw new MongoError(15, `a document is nested more than ${deepest} levels deep`);
      at += 4;
    } else at = endOfScalar(raw, type, { at, end });
  }
}

import { isUtf8 } from 'node:buffer';
import { refusalOf } from '@estate/errors';
import type { InvalidInput } from '@estate/errors';
import { refusal } from './problem.ts';

/**
 * The maximum number of values: several times that of the largest sensible input; beyond it, parsing and checking cost far more than
 * reading.
 */
const VALUES_MAX = 5000;
const DEPTH_MAX = 100;

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * Refuses, before it is parsed, a JSON body that is not UTF-8 or has too many values or levels.
 * @throws HttpRefusal, InvalidInput
 */
export function requireJsonShape(bytes: Buffer): void {
  if (!isUtf8(bytes)) {
    throw refusal(400, 'malformed-json', 'The body is not valid UTF-8.');
  }
  let values = 0;
  let depth = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) at = endOfText(bytes, at);
    else if (byte === COMMA) values += 1;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      values += 1;
      depth += 1;
      if (depth > DEPTH_MAX) throw tooMuch(`be nested at most ${String(DEPTH_MAX)} levels deep`);
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth -= 1;
    if (values > VALUES_MAX) throw tooMuch(`have at most ${String(VALUES_MAX)} values`);
  }
}

/** The position of the closing quote for the text that begins at `start`; the end of the body if there is none. */
function endOfText(bytes: Buffer, start: number): number {
  let end = bytes.indexOf(QUOTE, start + 1);
  while (end !== -1 && isEscaped(bytes, end)) end = bytes.indexOf(QUOTE, end + 1);
  return end === -1 ? bytes.length : end;
}

function isEscaped(bytes: Buffer, at: number): boolean {
  let first = at;
  while (bytes[first - 1] === BACKSLASH) first -= 1;
  return (at - first) % 2 === 1;
}

function tooMuch(rule: string): InvalidInput {
  const problem = { path: '', message: `the body must ${rule}`, code: 'too-big' };
  return refusalOf([problem], 'validation-failed');
}

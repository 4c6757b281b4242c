import { randomBytes, randomInt } from 'node:crypto';
import { presentTime } from './database-clock.ts';

const ALPHABET = '0123456789abcdefghijklmnopqrstuv';
const COUNTER_END = 2 ** 24;
/** The end of the range in which a counter starts: the lower quarter, so that even a busy second does not overflow. */
const COUNTER_START_END = 2 ** 22;
/** The largest step back of a clock, in seconds, that is evened out to keep the order; a larger one is believed. */
const CLOCK_STEP_SECONDS_MAX = 60;

/** A separate source of ids; the clock is in milliseconds, `counterStart` returns the start of the counter for a second. */
export function createIdSource(
  clock: () => number,
  counterStart: () => number = () => randomInt(COUNTER_START_END),
): () => string {
  let second = 0;
  let counter = 0;
  let origin: Uint8Array = randomBytes(5);
  const restart = (at: number) => {
    second = at;
    counter = counterStart();
  };
  return () => {
    const now = Math.floor(clock() / 1000);
    if (now > second) restart(now);
    else if (now < second - CLOCK_STEP_SECONDS_MAX) {
      // Seconds repeat: only a new origin keeps the ids unique.
      origin = randomBytes(5);
      restart(now);
    } else if (counter === COUNTER_END) restart(second + 1);
    return encode(second, origin, counter++);
  };
}

/** A new id: 20 characters that sort by time of creation, also within one second of one process; the next one is predictable. */
export const newId: () => string = createIdSource(() => presentTime().getTime());

/** An origin that sorts before those of `newId`. */
const ORIGIN_BEFORE = Uint8Array.of(0, 0, ...randomBytes(3));
const IN_A_MILLISECOND = 2 ** 14;
let madeBefore = 0;

/**
 * A new id for a moment in the past. It sorts before those that `newId` made in that second; ids of one process sort by their moments, to
 * the millisecond.
 */
export function idAt(date: Date): string {
  const ms = date.getTime();
  madeBefore = (madeBefore + 1) % IN_A_MILLISECOND;
  return encode(Math.floor(ms / 1000), ORIGIN_BEFORE, (ms % 1000) * IN_A_MILLISECOND + madeBefore);
}

/** 20 random characters of the same alphabet, 100 bits: for ids that must not be guessed. It does not contain its time. */
export const randomId = (): string =>
  Array.from(randomBytes(20), (byte) => ALPHABET.charAt(byte & 31)).join('');

/** A lower bound for the ids that were made at this moment, to the second, or later. */
export const firstIdAt = (date: Date): string =>
  encode(Math.floor(date.getTime() / 1000), new Uint8Array(5), 0);

/** The time at which an id was made, to the second. */
export const timeOfId = (id: string): Date =>
  new Date(Math.floor(Number.parseInt(id.slice(0, 7), 32) / 8) * 1000);

const bytes = new Uint8Array(12);
const view = new DataView(bytes.buffer);

/** Encodes an id in base32hex, which keeps the order of the bytes; 12 bytes are 96 bits, so the last character carries one bit. */
function encode(second: number, origin: Uint8Array, counter: number): string {
  view.setUint32(0, second);
  bytes.set(origin, 4);
  view.setUint16(9, counter >>> 8);
  bytes[11] = counter & 0xff;
  let text = '';
  let buffer = 0;
  let held = 0;
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte;
    held += 8;
    while (held >= 5) {
      held -= 5;
      text += ALPHABET.charAt((buffer >>> held) & 31);
    }
    buffer &= 31;
  }
  return text + ALPHABET.charAt((buffer << (5 - held)) & 31);
}

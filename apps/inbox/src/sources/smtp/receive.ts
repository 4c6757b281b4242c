import type { Readable } from 'node:stream';
import { HEAD_BYTES } from '../../domain/mail.ts';
import type { RawMail } from '../../intake/raw-mail.ts';
import { MailWriter } from '../../intake/raw-mail.ts';
import type { Place, Spool } from '../../intake/spool.ts';

/** What came in over a DATA command. */
export interface Received {
  /** The whole mail, or its beginning when it was too large. */
  raw: RawMail;
  sizeBytes: number;
  truncated: boolean;
}

export interface Receiving {
  maxBytes: number;
  /** For the whole mail, however slowly it comes. */
  timeoutMs: number;
  spool: Pick<Spool, 'file'>;
  /** What a mail takes of it that is longer than `HEAD_BYTES` is for the caller to give back. */
  place: Place;
}

/** The sender goes on and on; the connection should be cut. */
export class EndlessMail extends Error {
  override readonly name = 'EndlessMail';
}

/** The sender takes too long; the connection should be cut. */
export class SlowMail extends Error {
  override readonly name = 'SlowMail';
}

/** There is no room for the mail now; all of it was read and dropped. */
export class SpoolFull extends Error {
  override readonly name = 'SpoolFull';
}

/** So much more than allowed is let pass before the connection is cut. */
const DRAIN_FACTOR = 4;
const DISK_FULL = new Set<unknown>(['ENOSPC', 'EDQUOT']);

/** Takes a mail in, of a too large one only the beginning. @throws EndlessMail, SlowMail, SpoolFull */
export async function receive(stream: Readable, receiving: Receiving): Promise<Received> {
  const { spool, timeoutMs } = receiving;
  const writer = new MailWriter(() => spool.file());
  const timer = setTimeout(() => stream.destroy(new SlowMail('the email takes too long')), timeoutMs);
  try {
    return await readAll(stream, writer, receiving);
  } catch (error) {
    await writer.discard();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

async function readAll(stream: Readable, writer: MailWriter, receiving: Receiving): Promise<Received> {
  const { maxBytes, place } = receiving;
  let [sizeBytes, isFull] = [0, false];
  let beginning: RawMail | undefined;
  for await (const piece of stream as AsyncIterable<Buffer>) {
    sizeBytes += piece.length;
    if (sizeBytes > maxBytes * DRAIN_FACTOR) throw new EndlessMail('the email does not end');
    if (isFull || beginning) continue;
    if (sizeBytes > maxBytes) {
      beginning = await writer.endTruncated(piece);
      place.resize(0);
    } else {
      isFull = !hasRoom(place, sizeBytes, maxBytes) || !(await isWritten(writer, piece));
      if (isFull) await writer.discard();
    }
  }
  if (isFull) throw new SpoolFull('there is no room for the email');
  place.resize(Math.min(place.bytes, sizeBytes));
  return { raw: beginning ?? writer.end(), sizeBytes, truncated: beginning !== undefined };
}

/** A mail that is longer than was said may become one of the longest. */
const hasRoom = (place: Place, sizeBytes: number, maxBytes: number): boolean =>
  sizeBytes <= HEAD_BYTES || sizeBytes <= place.bytes || place.resize(maxBytes);

/** False when the disk is full. */
async function isWritten(writer: MailWriter, piece: Buffer): Promise<boolean> {
  try {
    await writer.write(piece);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && DISK_FULL.has(error.code)) return false;
    throw error;
  }
}

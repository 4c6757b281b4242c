import type { Readable } from 'node:stream';
import { HEAD_BYTES } from '../../domain/mail.ts';
import type { RawMail } from '../../intake/raw-mail.ts';
import { MailWriter } from '../../intake/raw-mail.ts';
import type { Reservation, Spool } from '../../intake/spool.ts';
import { Refusal } from './refusal.ts';

/** The data of a DATA command. */
export interface Received {
  /** The whole email, or its beginning when it was too large. */
  raw: RawMail;
  sizeBytes: number;
  truncated: boolean;
}

export interface Receiving {
  maxBytes: number;
  /** For the whole email. */
  timeoutMs: number;
  spool: Pick<Spool, 'file'>;
  /** Grows with an email that is longer than `HEAD_BYTES`; released by the caller. */
  reservation: Reservation;
}

/** A sender may exceed the limit by this factor before the connection is cut. */
const DRAIN_FACTOR = 4;
const DISK_FULL = new Set<unknown>(['ENOSPC', 'EDQUOT']);

/** Receives an email; keeps only the beginning of one that is too large. @throws Refusal */
export async function receive(stream: Readable, receiving: Receiving): Promise<Received> {
  const { spool, timeoutMs } = receiving;
  const writer = new MailWriter(() => spool.file());
  const timer = setTimeout(() => stream.destroy(new Refusal('slow')), timeoutMs);
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
  const { maxBytes, reservation } = receiving;
  let [sizeBytes, isFull] = [0, false];
  let beginning: RawMail | undefined;
  for await (const piece of stream as AsyncIterable<Buffer>) {
    sizeBytes += piece.length;
    if (sizeBytes > maxBytes * DRAIN_FACTOR) throw new Refusal('endless');
    if (isFull || beginning) continue;
    if (sizeBytes > maxBytes) {
      beginning = await writer.endTruncated(piece);
      reservation.resize(0);
    } else {
      isFull = !hasSpace(reservation, sizeBytes, maxBytes) || !(await isWritten(writer, piece));
      if (isFull) await writer.discard();
    }
  }
  if (isFull) throw new Refusal('spool-full');
  reservation.resize(Math.min(reservation.bytes, sizeBytes));
  return { raw: beginning ?? writer.end(), sizeBytes, truncated: beginning !== undefined };
}

/** An email that exceeds the announced size may grow up to the limit. */
const hasSpace = (reservation: Reservation, sizeBytes: number, maxBytes: number): boolean =>
  sizeBytes <= HEAD_BYTES || sizeBytes <= reservation.bytes || reservation.resize(maxBytes);

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

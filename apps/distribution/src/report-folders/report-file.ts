import { createHash } from 'node:crypto';
import { REPORT_FILE_BEGINNING_MAX, REPORT_FILE_BYTES_MAX } from '@estate/contracts';
import type { TakenFile } from '../domain/taken-file.ts';

/** So much is handed over of what is too large, for a person to read. */
const BEGINNING_BYTES = 128 * 1024;
const LINE_END = 0x0a;
const GROWING = /\.(csv|log|txt)$/i;

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** `beginning`: how the file begins, where it has only got new lines. */
export interface NewPart {
  bytes: Buffer;
  beginning?: Buffer;
}

/**
 * What of a file was not handed over before: all of it, or the lines that a log or table has got since, because its old lines are
 * about earlier packages. Undefined: nothing.
 */
export function newPart(
  bytes: Buffer,
  { name, before, writtenAt }: { name: string; before: TakenFile | undefined; writtenAt: Date | undefined },
): NewPart | undefined {
  const { readBytes = 0, sha256 } = before ?? {};
  const isContinued = bytes.length >= readBytes && sha256Of(bytes.subarray(0, readBytes)) === sha256;
  if (!isContinued) return { bytes };
  if (bytes.length === readBytes) return isLater(writtenAt, before?.writtenAt) ? { bytes } : undefined;
  // A file that was empty has no old lines.
  if (readBytes === 0 || !GROWING.test(name)) return { bytes };
  const from = bytes.lastIndexOf(LINE_END, readBytes - 1) + 1;
  if (from === 0) return { bytes };
  return {
    bytes: bytes.subarray(from),
    beginning: bytes.subarray(0, Math.min(from, REPORT_FILE_BEGINNING_MAX)),
  };
}

/** An equal file that was written again is an answer of its own. */
const isLater = (at: Date | undefined, before: Date | undefined): boolean =>
  at !== undefined && before !== undefined && at > before;

/** What is handed over of a file; without bytes, or with too many, only that it is there. */
export function handedOver(
  sizeBytes: number,
  part: Buffer | undefined,
): { bytes: Buffer; sizeBytes: number; isTruncated: boolean } {
  const isTruncated = part === undefined || part.length > REPORT_FILE_BYTES_MAX;
  const bytes = part?.subarray(0, isTruncated ? BEGINNING_BYTES : part.length) ?? Buffer.alloc(0);
  return { bytes, sizeBytes: part?.length ?? sizeBytes, isTruncated };
}

/** What is remembered of a file that was handed over now. */
export function takenFile(
  {
    name,
    state,
    sizeBytes,
    writtenAt,
  }: Pick<TakenFile, 'name' | 'state' | 'writtenAt'> & { sizeBytes: number },
  bytes: Buffer | undefined,
  isCut: boolean,
): TakenFile {
  // With what came after it was listed, the file gets a later time without being written again.
  const isAsListed = bytes?.length === sizeBytes;
  return {
    ...{ name, state },
    ...(bytes && { readBytes: bytes.length, sha256: sha256Of(bytes) }),
    ...(isAsListed && writtenAt && { writtenAt }),
    ...(isCut && { isCut }),
  };
}

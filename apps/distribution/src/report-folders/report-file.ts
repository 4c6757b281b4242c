import { createHash } from 'node:crypto';
import { REPORT_FILE_BEGINNING_MAX, REPORT_FILE_BYTES_MAX } from '@estate/contracts';
import { isGrowing } from '../domain/taken-file.ts';
import type { TakenFile } from '../domain/taken-file.ts';

/** So much is handed over of what is too large, for a person to read. */
const BEGINNING_BYTES = 128 * 1024;
/** So much before what is new is read again, to see that the file has only grown. */
const OVERLAP_BYTES = 4096;
const LINE_END = 0x0a;
/** Longer than the time that a platform lists without seconds. */
const MINUTE_MS = 60_000;

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const endOf = (bytes: Buffer): Buffer => bytes.subarray(Math.max(0, bytes.length - OVERLAP_BYTES));

/** `beginning`: how the file begins, where the part does not; `skippedBytes`: so many before the part are never handed over. */
export interface NewPart {
  bytes: Buffer;
  beginning?: Buffer;
  skippedBytes?: number;
}

interface Reading {
  name: string;
  before: TakenFile | undefined;
  writtenAt: Date | undefined;
  /** What was read begins at this byte of the file. */
  from?: number;
}

/**
 * What of a file was not handed over before: all of it, or the lines that a log or table has got since, because its old lines are
 * about earlier packages. Undefined: nothing.
 */
export function newPart(bytes: Buffer, { from = 0, ...reading }: Reading): NewPart | undefined {
  const part = from > 0 ? partOfEnd(bytes, from, reading.before) : partOfWhole(bytes, reading);
  return part && isGrowing(reading.name) ? newestOf(part, from) : part;
}

function partOfWhole(bytes: Buffer, { name, before, writtenAt }: Reading): NewPart | undefined {
  const { readBytes = 0, sha256 } = before ?? {};
  const isContinued = bytes.length >= readBytes && sha256Of(bytes.subarray(0, readBytes)) === sha256;
  if (!isContinued) return { bytes };
  if (bytes.length === readBytes) return isLater(writtenAt, before?.writtenAt) ? { bytes } : undefined;
  // A file that was empty has no old lines.
  if (readBytes === 0 || !isGrowing(name)) return { bytes };
  const from = bytes.lastIndexOf(LINE_END, readBytes - 1) + 1;
  return from === 0 ? { bytes } : { bytes: bytes.subarray(from), beginning: beginningOf(bytes, from) };
}

/** The lines at the end of a file after those that were read, or all whole lines if the file was written anew. */
function partOfEnd(bytes: Buffer, from: number, before: TakenFile | undefined): NewPart | undefined {
  const overlap = (before?.readBytes ?? 0) - from;
  const isContinued =
    overlap > 0 &&
    overlap <= bytes.length &&
    sha256Of(endOf(bytes.subarray(0, overlap))) === before?.endSha256;
  const beginning = before?.beginning;
  const known = beginning !== undefined && { beginning: Buffer.from(beginning, 'base64') };
  if (!isContinued) {
    const start = bytes.indexOf(LINE_END) + 1;
    return { bytes: bytes.subarray(start), skippedBytes: from + start, ...known };
  }
  if (bytes.length === overlap) return undefined;
  return { bytes: bytes.subarray(bytes.lastIndexOf(LINE_END, overlap - 1) + 1), ...known };
}

/** As many of the last lines as can be handed over. */
function newestOf(part: NewPart, from: number): NewPart {
  const { bytes, skippedBytes = 0 } = part;
  const excess = bytes.length - REPORT_FILE_BYTES_MAX;
  const start = excess > 0 ? bytes.indexOf(LINE_END, excess - 1) + 1 : 0;
  // A line that is too long for itself is cut.
  if (start === 0 || start === bytes.length) return part;
  return {
    ...(from === 0 && { beginning: beginningOf(bytes, start) }),
    ...part,
    ...{ bytes: bytes.subarray(start), skippedBytes: skippedBytes + start },
  };
}

const beginningOf = (bytes: Buffer, end: number): Buffer =>
  bytes.subarray(0, Math.min(end, REPORT_FILE_BEGINNING_MAX));

/** An equal file that was written again is an answer of its own. */
const isLater = (at: Date | undefined, before: Date | undefined): boolean =>
  at !== undefined && before !== undefined && at > before;

/** The first byte that is read of a log or table that is too large for one reading: the one behind what was read before, or one near its newest lines; 0 if none can be. */
export function readingStart(sizeBytes: number, mostBytes: number, before: TakenFile | undefined): number {
  const { readBytes = 0, endSha256, isWithoutEnd } = before ?? {};
  if (isWithoutEnd) return 0;
  const from = endSha256 === undefined ? 0 : Math.max(0, readBytes - OVERLAP_BYTES);
  const isContinued = from > 0 && readBytes <= sizeBytes && sizeBytes - from <= mostBytes;
  return isContinued ? from : sizeBytes - REPORT_FILE_BYTES_MAX;
}

/** Of a file without bytes, or with too many, only its existence is handed over. */
export function handedOver(
  sizeBytes: number,
  part: Buffer | undefined,
): { bytes: Buffer; sizeBytes: number; isTruncated: boolean } {
  const isTruncated = part === undefined || part.length > REPORT_FILE_BYTES_MAX;
  const bytes = part?.subarray(0, isTruncated ? BEGINNING_BYTES : part.length) ?? Buffer.alloc(0);
  return { bytes, sizeBytes: part?.length ?? sizeBytes, isTruncated };
}

export type HandedOver = ReturnType<typeof handedOver> & Omit<NewPart, 'bytes'>;

type Listed = Pick<TakenFile, 'name' | 'state' | 'writtenAt'> & { sizeBytes: number; isCoarse?: true };

interface ReadNow {
  /** Undefined: it is too large. */
  bytes: Buffer | undefined;
  /** Without bytes, what was to be read begins there. */
  from: number;
  before: TakenFile | undefined;
  at: Date;
}

/** What is handed over of a file that was read, if anything, and what is remembered of it. */
export function resultOf(
  file: Listed,
  read: ReadNow,
): { handing?: HandedOver | undefined; taken: TakenFile } {
  const { bytes, from, before } = read;
  const part = bytes && newPart(bytes, { ...file, writtenAt: file.writtenAt, before, from });
  const handing = bytes && !part ? undefined : { ...part, ...handedOver(file.sizeBytes, part?.bytes) };
  const isCut = isCutBy(handing) || (before?.isCut === true && !isAllOf(read, part));
  const beginning = beginningToKeep(file.name, read);
  return {
    handing,
    taken: {
      ...takenFile(file, read),
      ...(beginning !== undefined && { beginning }),
      ...(isCut && { isCut }),
      ...(isWithoutEnd(read) && { isWithoutEnd: true as const }),
      ...(isSameAgain(file, read, part) && { isSettled: true as const }),
    },
  };
}

/** A table that was written anew most likely has the header that it had before. */
function beginningToKeep(name: string, { bytes, from, before }: ReadNow): string | undefined {
  if (!bytes || from > 0) return before?.beginning;
  return isGrowing(name) ? beginningOf(bytes, bytes.length).toString('base64') : undefined;
}

const isCutBy = (handing: HandedOver | undefined): boolean =>
  handing !== undefined && (handing.isTruncated || handing.skippedBytes !== undefined);

/** A file that was read since is tried again: the server may have changed. */
const isWithoutEnd = ({ bytes, from, before }: ReadNow): boolean =>
  bytes === undefined && (from > 0 || before?.isWithoutEnd === true);

/** True if nothing of the file is missing: of a file that only grew, what was cut before is. */
const isAllOf = ({ bytes, from }: ReadNow, part: NewPart | undefined): boolean =>
  from === 0 && part?.bytes === bytes;

/** Of a file whose time is listed without seconds: it was read a second time, and had not changed. */
const isSameAgain = ({ isCoarse, state }: Listed, { bytes, before }: ReadNow, part: NewPart | undefined) =>
  isCoarse === true && (!bytes || (!part && before?.state === state));

function takenFile({ name, state, sizeBytes, writtenAt }: Listed, { bytes, from, at }: ReadNow): TakenFile {
  // With what came after it was listed, the file gets a later time without being written again.
  const isAsListed = bytes !== undefined && from + bytes.length === sizeBytes;
  return {
    ...{ name, state, readAt: at },
    ...(bytes && { readBytes: from + bytes.length, endSha256: sha256Of(endOf(bytes)) }),
    ...(bytes && from === 0 && { sha256: sha256Of(bytes) }),
    ...(isAsListed && writtenAt && { writtenAt }),
  };
}

/** When a file that was taken before has to be read again although it is listed as it was. */
export function readingOf(
  { state, isCoarse }: { state: string; isCoarse?: true },
  taken: TakenFile,
  now: Date,
): 'again' | 'later' | 'no' {
  if (taken.state !== state) return 'again';
  // Earlier versions did not note when they read a file.
  if (!isCoarse || taken.isSettled || !taken.readAt) return 'no';
  return now.getTime() - taken.readAt.getTime() < MINUTE_MS ? 'later' : 'again';
}

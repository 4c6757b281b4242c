import { readAt } from './open-file.ts';

/** Where the ZIP file is within a file: some software writes bytes in front of it or behind it. */
export interface ZipBounds {
  start: number;
  end: number;
}

const END_OF_DIRECTORY = Buffer.from('PK\u0005\u0006', 'latin1');
const END_BYTES = 22;
const LONGEST_COMMENT = 65_535;
/** Bytes behind the ZIP file, beyond its comment, that are looked at. */
const LONGEST_REST = 65_535;
/** An end that leads nowhere is part of the bytes behind the ZIP file, which have few; each costs several reads. */
const MOST_FALSE_ENDS = 100;
const LOCAL_FILE = Buffer.from('PK\u0003\u0004', 'latin1');
const DIRECTORY_ENTRY = Buffer.from('PK\u0001\u0002', 'latin1');
/** In these fields ZIP64 has its numbers elsewhere. */
const IN_ZIP64 = 0xffff_ffff;
const ZIP64_LOCATOR = Buffer.from('PK\u0006\u0007', 'latin1');
const ZIP64_LOCATOR_BYTES = 20;
const ZIP64_END = Buffer.from('PK\u0006\u0006', 'latin1');
const ZIP64_END_BYTES = 56;

/** Finds a ZIP file that is complete: its directory, which is written last, leads to its first file. */
export async function zipBounds(descriptor: number, size: number): Promise<ZipBounds | undefined> {
  const from = Math.max(0, size - END_BYTES - LONGEST_COMMENT - LONGEST_REST - ZIP64_LOCATOR_BYTES);
  const tail = await read(descriptor, from, size - from);
  let falseEnds = 0;
  for (let at = tail.lastIndexOf(END_OF_DIRECTORY); at >= 0; at = before(tail, at)) {
    if (at + END_BYTES > tail.length) continue;
    const end = from + at + END_BYTES + tail.readUInt16LE(at + 20);
    if (end > size) continue;
    const start = await startOf(descriptor, tail, { at, from });
    if (start !== undefined) return { start, end };
    falseEnds += 1;
    if (falseEnds > MOST_FALSE_ENDS) return undefined;
  }
  return undefined;
}

const before = (tail: Buffer, at: number): number =>
  at > 0 ? tail.lastIndexOf(END_OF_DIRECTORY, at - 1) : -1;

interface EndRecord {
  /** Its position in the tail of the file. */
  at: number;
  /** The position of the tail. */
  from: number;
}

async function startOf(
  descriptor: number,
  tail: Buffer,
  { at, from }: EndRecord,
): Promise<number | undefined> {
  const directory = await directoryOf(descriptor, tail, { at, from });
  if (directory === undefined) return undefined;
  const { offset, size, behind } = directory;
  for (const start of new Set([0, behind - size - offset])) {
    if (start < 0 || !(await leadsToFile(descriptor, start, offset))) continue;
    // A ZIP file that is cut ends like one of its own files if that is a ZIP file.
    if (start === 0 || !(await beginsWith(descriptor, 0, LOCAL_FILE))) return start;
  }
  return undefined;
}

interface Directory {
  /** As it is written: from the start of the ZIP file on. */
  offset: number;
  size: number;
  /** The position in the file at which it ends. */
  behind: number;
}

async function directoryOf(
  descriptor: number,
  tail: Buffer,
  { at, from }: EndRecord,
): Promise<Directory | undefined> {
  const offset = tail.readUInt32LE(at + 16);
  if (offset !== IN_ZIP64) return { offset, size: tail.readUInt32LE(at + 12), behind: from + at };
  const locator = at - ZIP64_LOCATOR_BYTES;
  if (locator < 0 || !tail.subarray(locator, locator + 4).equals(ZIP64_LOCATOR)) return undefined;
  for (const behind of [Number(tail.readBigUInt64LE(locator + 8)), from + locator - ZIP64_END_BYTES]) {
    const end = await read(descriptor, behind, ZIP64_END_BYTES);
    if (end.length < ZIP64_END_BYTES || !end.subarray(0, 4).equals(ZIP64_END)) continue;
    return { offset: Number(end.readBigUInt64LE(48)), size: Number(end.readBigUInt64LE(40)), behind };
  }
  return undefined;
}

/** True if the directory begins at the offset, and its first entry leads to a file. */
async function leadsToFile(descriptor: number, start: number, offset: number): Promise<boolean> {
  const entry = await read(descriptor, start + offset, 46);
  if (entry.length < 46 || !entry.subarray(0, 4).equals(DIRECTORY_ENTRY)) return false;
  const file = entry.readUInt32LE(42);
  return beginsWith(descriptor, file === IN_ZIP64 ? start : start + file, LOCAL_FILE);
}

const beginsWith = async (descriptor: number, position: number, mark: Buffer): Promise<boolean> =>
  (await read(descriptor, position, mark.length)).equals(mark);

async function read(descriptor: number, position: number, length: number): Promise<Buffer> {
  if (!Number.isSafeInteger(position) || position < 0) return Buffer.alloc(0);
  const memory = Buffer.alloc(length);
  return memory.subarray(0, await readAt(descriptor, position, memory));
}

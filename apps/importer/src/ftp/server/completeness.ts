import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';

const END_OF_DIRECTORY = Buffer.from('PK\u0005\u0006', 'latin1');
const END_BYTES = 22;
/** The end record and the longest comment behind it. */
const TAIL_BYTES = END_BYTES + 65_535;
const LOCAL_FILE = Buffer.from('PK\u0003\u0004', 'latin1');
const DIRECTORY_ENTRY = Buffer.from('PK\u0001\u0002', 'latin1');
/** In these fields ZIP64 has its numbers elsewhere. */
const IN_ZIP64 = 0xffff_ffff;
const ZIP64_LOCATOR = Buffer.from('PK\u0006\u0007', 'latin1');
const ZIP64_LOCATOR_BYTES = 20;
const ZIP64_END = Buffer.from('PK\u0006\u0006', 'latin1');

/**
 * Whether a file has its end: the directory of a ZIP file, which is written last, or the end tag of a document. What is inside is
 * looked at by whoever reads the package.
 */
export async function isComplete(file: string, name: string): Promise<boolean> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    return name.toLowerCase().endsWith('.xml')
      ? await isWholeXml(handle, size)
      : await isWholeZip(handle, size);
  } finally {
    await handle.close();
  }
}

async function isWholeXml(handle: FileHandle, size: number): Promise<boolean> {
  const tail = await read(handle, Math.max(0, size - 4096), Math.min(size, 4096));
  // The names of elements are ASCII in every character set but UTF-16, whose zero bytes are left out.
  const text = Buffer.from(tail.filter((byte) => byte !== 0)).toString('latin1');
  return END_TAG.test(withoutComments(text));
}

const END_TAG = /<\/(?:[\w.-]+:)?openimmo(?:_\w+)?\s*>$/iu;

/** The text up to the last sign that is neither white space nor part of a comment. */
function withoutComments(text: string): string {
  for (let rest = text.trimEnd(); ;) {
    const start = rest.endsWith('-->') ? rest.lastIndexOf('<!--', rest.length - COMMENT_LENGTH) : -1;
    if (start === -1) return rest;
    rest = rest.slice(0, start).trimEnd();
  }
}

/** The length of a comment that says nothing. */
const COMMENT_LENGTH = '<!---->'.length;

async function isWholeZip(handle: FileHandle, size: number): Promise<boolean> {
  const from = Math.max(0, size - TAIL_BYTES - ZIP64_LOCATOR_BYTES);
  const tail = await read(handle, from, size - from);
  for (
    let at = tail.lastIndexOf(END_OF_DIRECTORY);
    at >= 0;
    at = at > 0 ? tail.lastIndexOf(END_OF_DIRECTORY, at - 1) : -1
  ) {
    if (at + END_BYTES > tail.length) continue;
    if (at + END_BYTES + tail.readUInt16LE(at + 20) !== tail.length) continue;
    const offset = await directoryAt(handle, tail, at);
    if (offset !== undefined && offset < size && (await beginsWith(handle, offset, DIRECTORY_ENTRY))) {
      return beginsWith(handle, 0, LOCAL_FILE);
    }
  }
  return false;
}

async function directoryAt(handle: FileHandle, tail: Buffer, at: number): Promise<number | undefined> {
  const offset = tail.readUInt32LE(at + 16);
  if (offset !== IN_ZIP64) return offset;
  const locator = at - ZIP64_LOCATOR_BYTES;
  if (locator < 0 || !tail.subarray(locator, at).subarray(0, 4).equals(ZIP64_LOCATOR)) return undefined;
  const end = await read(handle, Number(tail.readBigUInt64LE(locator + 8)), 56);
  return end.length === 56 && end.subarray(0, 4).equals(ZIP64_END)
    ? Number(end.readBigUInt64LE(48))
    : undefined;
}

async function beginsWith(handle: FileHandle, position: number, mark: Buffer): Promise<boolean> {
  return (await read(handle, position, mark.length)).equals(mark);
}

async function read(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  if (!Number.isSafeInteger(position)) return Buffer.alloc(0);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

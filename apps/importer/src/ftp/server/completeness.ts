import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { HEAD_BYTES, isXmlHead } from '../../reading/package-head.ts';
import { zipBounds } from '../../reading/zip-bounds.ts';

/**
 * Whether a file has its end: the directory of a ZIP file, which is written last, or the end tag of a document. What is inside is
 * looked at by whoever reads the package. The content decides what the file is, whatever its name.
 */
export async function isComplete(file: string): Promise<boolean> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const head = await read(handle, 0, HEAD_BYTES);
    if (isXmlHead(head.toString('latin1'))) return await isWholeXml(handle, size);
    return (await zipBounds(handle.fd, size)) !== undefined;
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

async function read(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  if (!Number.isSafeInteger(position)) return Buffer.alloc(0);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

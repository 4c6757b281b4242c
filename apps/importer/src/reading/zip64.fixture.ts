import { open } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** A ZIP file that has all its numbers where ZIP64 has them. */
export function zip64Of(files: Readonly<Record<string, Buffer>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, bytes] of Object.entries(files)) zip.addBuffer(bytes, name, { forceZip64Format: true });
  zip.end({ forceZip64Format: true, comment: '' });
  return buffer(zip.outputStream as Readable);
}

/** Beyond what 32 bits can say. */
const HOLE_BYTES = 2n ** 32n + 4096n;
const ENTRY = Buffer.from('PK\u0001\u0002', 'latin1');
const END = Buffer.from('PK\u0006\u0006', 'latin1');
const LOCATOR = Buffer.from('PK\u0006\u0007', 'latin1');

/** Writes a ZIP64 file whose files lie behind more than 4 GB, of which next to nothing is on the disk. */
export async function writeBehindHole(path: string, zip: Buffer): Promise<void> {
  const moved = Buffer.from(zip);
  const move = (at: number) => moved.writeBigUInt64LE(moved.readBigUInt64LE(at) + HOLE_BYTES, at);
  for (let at = moved.indexOf(ENTRY); at >= 0; at = moved.indexOf(ENTRY, at + 1)) move(offsetOf(moved, at));
  move(moved.lastIndexOf(END) + 48);
  move(moved.lastIndexOf(LOCATOR) + 8);
  const file = await open(path, 'w');
  try {
    await file.write(zip.subarray(0, 4), 0, 4, 0);
    await file.write(moved, 0, moved.length, Number(HOLE_BYTES));
  } finally {
    await file.close();
  }
}

/** Where an entry of the directory has the offset of its file: the third number of its ZIP64 field. */
function offsetOf(zip: Buffer, entry: number): number {
  let at = entry + 46 + zip.readUInt16LE(entry + 28);
  while (zip.readUInt16LE(at) !== 1) at += 4 + zip.readUInt16LE(at + 2);
  return at + 4 + 16;
}

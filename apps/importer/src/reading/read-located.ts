import { promisify } from 'node:util';
import { crc32, inflateRaw } from 'node:zlib';
import type { LocatedFile } from './import-package.ts';
import { readAt } from './open-file.ts';
import type { UsedAgain } from './used-again.ts';

const STORED = 0;
const DEFLATED = 8;
/** The smallest that the library for inflating takes. */
const LEAST_CHUNK = 64;

/** The file of a package, and memory for what is compressed. */
export interface PackageBytes {
  descriptor: number;
  memory: UsedAgain;
}

/**
 * A file of a ZIP file in one piece: most are photos, and a stream of small pieces would cost twice as much.
 * @throws Error when it is damaged
 */
export async function readLocated(opened: PackageBytes, file: LocatedFile): Promise<Buffer> {
  const bytes = await contentOf(opened, file);
  if (bytes.length !== file.size) throw new Error(`The file has ${bytes.length} of ${file.size} bytes.`);
  if (crc32(bytes) !== file.crc32) throw new Error('The checksum is wrong.');
  return bytes;
}

function contentOf({ descriptor, memory }: PackageBytes, file: LocatedFile): Promise<Buffer> {
  const { packedSize, method } = file;
  if (method === STORED) return fill(descriptor, file, Buffer.allocUnsafeSlow(packedSize));
  if (method !== DEFLATED) throw new Error(`The method ${method} cannot be read.`);
  return memory.lend(packedSize, async (lent) => unpacked(await fill(descriptor, file, lent), file.size));
}

async function fill(descriptor: number, { start }: LocatedFile, memory: Buffer): Promise<Buffer> {
  if (start === undefined) throw new Error('The file is not where the directory says.');
  const length = await readAt(descriptor, start, memory);
  if (length < memory.length) throw new Error('The ZIP file ends within the file.');
  return memory;
}

const inflate = promisify(inflateRaw);

/** The memory is one byte too large: the library gets new memory as soon as that which it has is full. */
const unpacked = (packed: Buffer, size: number): Promise<Buffer> =>
  inflate(packed, { maxOutputLength: Math.max(1, size), chunkSize: Math.max(LEAST_CHUNK, size + 1) });

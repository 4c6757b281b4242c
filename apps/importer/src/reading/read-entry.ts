import { promisify } from 'node:util';
import { crc32, inflateRaw } from 'node:zlib';
import type { Entry, ZipFile } from 'yauzl';
import { readAt } from './open-file.ts';
import type { UsedAgain } from './used-again.ts';

const STORED = 0;
const DEFLATED = 8;
/** The smallest that the library for inflating takes. */
const LEAST_CHUNK = 64;

/** A ZIP file, its descriptor, and memory for what is compressed. */
export interface OpenedZip {
  zip: ZipFile;
  descriptor: number;
  memory: UsedAgain;
}

/**
 * A file of a ZIP file in one piece: most are photos, and a stream of small pieces would cost twice as much.
 * @throws Error when it is damaged
 */
export async function readEntry(opened: OpenedZip, entry: Entry): Promise<Buffer> {
  const { uncompressedSize: size } = entry;
  const bytes = await contentOf(opened, entry);
  if (bytes.length !== size) throw new Error(`The file has ${bytes.length} of ${size} bytes.`);
  if (crc32(bytes) !== entry.crc32) throw new Error('The checksum is wrong.');
  return bytes;
}

function contentOf(opened: OpenedZip, entry: Entry): Promise<Buffer> {
  const { compressedSize, compressionMethod } = entry;
  if (compressionMethod === STORED)
    return fill(opened, { entry, memory: Buffer.allocUnsafeSlow(compressedSize) });
  if (compressionMethod !== DEFLATED) throw new Error(`The method ${compressionMethod} cannot be read.`);
  return opened.memory.lend(compressedSize, async (memory) =>
    unpacked(await fill(opened, { entry, memory }), entry),
  );
}

async function fill(
  { zip, descriptor }: OpenedZip,
  { entry, memory }: { entry: Entry; memory: Buffer },
): Promise<Buffer> {
  const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
  const length = await readAt(descriptor, fileDataStart, memory);
  if (length < memory.length) throw new Error('The ZIP file ends within the file.');
  return memory;
}

const inflate = promisify(inflateRaw);

/** The memory is one byte too large: the library gets new memory as soon as that which it has is full. */
const unpacked = (packed: Buffer, { uncompressedSize: size }: Entry): Promise<Buffer> =>
  inflate(packed, { maxOutputLength: Math.max(1, size), chunkSize: Math.max(LEAST_CHUNK, size + 1) });

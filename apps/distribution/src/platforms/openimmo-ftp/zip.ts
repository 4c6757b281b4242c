import { crc32 } from 'node:zlib';
import { piecesOfFile } from '@estate/persistence';
import { dropFile, FileChanged, sumOfFile, type FileSum } from './file-sums.ts';
import { directoryRecord, dosTime, endRecord, localHeader } from './zip-records.ts';

/** A package that can be read as often as needed, the same bytes each time. */
export interface Archive {
  /** In bytes. */
  size: number;
  /** The memory of a chunk is never used again; at most `READ_BYTES` each. */
  chunks(): AsyncGenerator<Uint8Array>;
}

export interface ArchiveEntry {
  /** ASCII. */
  name: string;
  content: Buffer | { path: string };
}

interface MeasuredEntry extends ArchiveEntry, FileSum {}

export const READ_BYTES = 262_144;
const ZIP32_BYTES_MAX = 0xffff_ffff;
const LOCAL_HEADER_BYTES = 30;
const DIRECTORY_RECORD_BYTES = 46;
const END_RECORD_BYTES = 22;

/**
 * Writes stored entries whose sizes and checksums stand before their bytes: pictures gain nothing from deflate, and
 * readers that work from a stream refuse stored entries whose sizes follow.
 */
export async function archive(entries: readonly ArchiveEntry[], modifiedAt: Date): Promise<Archive> {
  const measured: MeasuredEntry[] = [];
  for (const entry of entries) measured.push({ ...entry, ...(await sumOf(entry)) });
  const size = measured.reduce((sum, entry) => sum + bytesOf(entry), END_RECORD_BYTES);
  if (size > ZIP32_BYTES_MAX) throw new RangeError(`A package of ${size} bytes is larger than a ZIP can be.`);
  return { size, chunks: () => chunksOf(measured, modifiedAt) };
}

const sumOf = ({ content }: ArchiveEntry) =>
  Buffer.isBuffer(content) ? { size: content.length, crc: crc32(content) } : sumOfFile(content.path);

const bytesOf = ({ name, size }: MeasuredEntry) =>
  LOCAL_HEADER_BYTES + DIRECTORY_RECORD_BYTES + 2 * name.length + size;

async function* chunksOf(
  entries: readonly MeasuredEntry[],
  modifiedAt: Date,
): AsyncGenerator<Uint8Array, void> {
  const time = dosTime(modifiedAt);
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const { content, size, crc } = entry;
    const header = localHeader(entry, time);
    directory.push(directoryRecord(entry, time, offset));
    offset += header.length + size;
    yield header;
    if (Buffer.isBuffer(content)) yield content;
    else yield* checkedPieces(content.path, { size, crc });
  }
  const records = Buffer.concat(directory);
  yield records;
  yield endRecord(entries.length, records.length, offset);
}

/** The bytes of a file; fails at its end when they are not those whose sum was given. */
async function* checkedPieces(path: string, expected: FileSum): AsyncGenerator<Uint8Array> {
  const found: FileSum = { size: 0, crc: 0 };
  try {
    for await (const piece of piecesOfFile(path, READ_BYTES)) {
      found.size += piece.length;
      found.crc = crc32(piece, found.crc);
      yield piece;
    }
  } catch (error) {
    throw new FileChanged('An attachment of the package could not be read.', { cause: error });
  }
  if (found.size === expected.size && found.crc === expected.crc) return;
  await dropFile(path);
  throw new FileChanged('An attachment of the package changed while it was sent.');
}

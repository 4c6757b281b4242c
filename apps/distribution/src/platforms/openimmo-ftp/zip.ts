import { open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { dropFile, FileChanged, sumOfFile, type FileSum } from '../../attachments/file-sums.ts';
import { CHUNK_BYTES, ChunkMemory } from './chunk-memory.ts';
import { directoryRecord, dosTime, endRecord, localHeader } from './zip-records.ts';

/** A package that can be read as often as needed, the same bytes each time. */
export interface Archive {
  /** In bytes. */
  size: number;
  /** Of a file at most `CHUNK_BYTES` each. The memory of a chunk stays as it is until `release`. */
  chunks(): AsyncGenerator<Uint8Array>;
  /** The memory of a chunk that nobody reads any more may be used again. */
  release(chunk: Uint8Array): void;
}

export interface ArchiveEntry {
  /** ASCII. */
  name: string;
  content: Buffer | { path: string };
}

interface MeasuredEntry extends ArchiveEntry, FileSum {}

/** Of all packages of the process. */
const memory = new ChunkMemory();
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
  return {
    size,
    chunks: () => chunksOf(measured, modifiedAt),
    release: (chunk) => memory.giveBack(chunk),
  };
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
    if (Buffer.isBuffer(content)) yield Buffer.concat([header, content]);
    else yield* checkedPieces(content.path, header, { size, crc });
  }
  const records = Buffer.concat(directory);
  yield Buffer.concat([records, endRecord(entries.length, records.length, offset)]);
}

/** A header and the bytes of a file; fails at the end of the file when they are not those whose sum was given. */
async function* checkedPieces(path: string, header: Buffer, expected: FileSum): AsyncGenerator<Uint8Array> {
  let crc = 0;
  let before = header;
  try {
    for await (const piece of piecesAfter(header, path, expected.size)) {
      crc = crc32(piece.subarray(before.length), crc);
      before = NOTHING;
      yield piece;
    }
  } catch (error) {
    await dropFile(path);
    throw new FileChanged('An attachment of the package could not be read.', { cause: error });
  }
  if (crc === expected.crc) return;
  await dropFile(path);
  throw new FileChanged('An attachment of the package changed while it was sent.');
}

const NOTHING = Buffer.alloc(0);

/** The header shares the memory of the first bytes, so that both are one write. */
async function* piecesAfter(header: Buffer, path: string, size: number): AsyncGenerator<Buffer> {
  const file = await open(path);
  try {
    for (let before = header, at = 0; before.length > 0 || at < size; before = NOTHING) {
      const chunk = memory.take();
      before.copy(chunk);
      const wanted = Math.min(CHUNK_BYTES - before.length, size - at);
      const { bytesRead } = await file.read(chunk, before.length, wanted, at);
      if (bytesRead === 0 && wanted > 0) throw new Error(`${path} has become shorter.`);
      at += bytesRead;
      yield chunk.subarray(0, before.length + bytesRead);
    }
  } finally {
    await file.close();
  }
}

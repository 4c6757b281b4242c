import type { AttachmentContent } from '../../attachments/attachment-bytes.ts';
import { piecesOf } from '../../attachments/attachment-bytes.ts';
import { CHUNK_BYTES, ChunkMemory } from './chunk-memory.ts';
import { ReadAhead, sizeOf } from './read-ahead.ts';
import { directoryRecord, dosTime, endRecord, localHeader } from './zip-records.ts';

/** A package that can be read any number of times, with the same bytes each time. */
export interface Archive {
  /** The size in bytes. */
  size: number;
  /**
   * The chunks, for a file at most `CHUNK_BYTES` each. The memory of a chunk stays unchanged until `release`.
   * @throws AttachmentLost; Unavailable if a file cannot be read now
   */
  chunks(): AsyncGenerator<Uint8Array>;
  /** Releases the memory of a chunk that nobody reads any more. */
  release(chunk: Uint8Array): void;
}

export interface ArchiveEntry {
  /** The name, in ASCII. */
  name: string;
  content: Buffer | AttachmentContent;
}

/** Shared by all packages of the process. */
const memory = new ChunkMemory();
const ZIP32_BYTES_MAX = 0xffff_ffff;
const LOCAL_HEADER_BYTES = 30;
const DIRECTORY_RECORD_BYTES = 46;
const END_RECORD_BYTES = 22;

/**
 * Writes stored entries whose sizes and checksums precede their bytes: pictures gain nothing from deflate, and streaming readers refuse
 * stored entries whose sizes follow. Files are read while the package is.
 */
export function archive(entries: readonly ArchiveEntry[], modifiedAt: Date): Archive {
  const size = entries.reduce((sum, entry) => sum + bytesOf(entry), END_RECORD_BYTES);
  if (size > ZIP32_BYTES_MAX) throw new RangeError(`A package of ${size} bytes is larger than a ZIP can be.`);
  return {
    size,
    chunks: () => chunksOf(entries, modifiedAt),
    release: (chunk) => memory.giveBack(chunk),
  };
}

const headerBytesOf = ({ name }: ArchiveEntry) => LOCAL_HEADER_BYTES + name.length;
const bytesOf = (entry: ArchiveEntry) =>
  headerBytesOf(entry) + DIRECTORY_RECORD_BYTES + entry.name.length + sizeOf(entry.content);

async function* chunksOf(
  entries: readonly ArchiveEntry[],
  modifiedAt: Date,
): AsyncGenerator<Uint8Array, void> {
  const time = dosTime(modifiedAt);
  const directory: Buffer[] = [];
  let offset = 0;
  const sources = entries.map((entry) => ({ headerBytes: headerBytesOf(entry), content: entry.content }));
  const reading = new ReadAhead(sources, memory);
  try {
    for (const { name, content } of entries) {
      const { crc, taken } = await reading.take();
      const record = { name, crc, size: sizeOf(content) };
      const header = localHeader(record, time);
      directory.push(directoryRecord(record, time, offset));
      offset += header.length + record.size;
      if (taken) header.copy(taken);
      if (taken) yield* memory.chunks(taken);
      else if (Buffer.isBuffer(content)) yield Buffer.concat([header, content]);
      else yield* piecesAfter(header, content);
    }
  } finally {
    reading.stop();
  }
  const records = Buffer.concat(directory);
  yield Buffer.concat([records, endRecord(entries.length, records.length, offset)]);
}

async function* piecesAfter(header: Buffer, content: AttachmentContent): AsyncGenerator<Buffer> {
  yield header;
  for await (const piece of piecesOf(content))
    for (let at = 0; at < piece.length; at += CHUNK_BYTES) yield piece.subarray(at, at + CHUNK_BYTES);
}

import { open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { sumOfFile } from './file-sums.ts';
import { directoryRecord, dosTime, endRecord, localHeader, type EntryRecord } from './zip-records.ts';

/** A package that can be read as often as needed, the same bytes each time. */
export interface Archive {
  /** In bytes. */
  size: number;
  /** The bytes of a chunk hold until the second chunk after it is asked for; then their memory is used again. */
  chunks(): AsyncGenerator<Buffer>;
}

export interface ArchiveEntry {
  /** ASCII. */
  name: string;
  content: Buffer | { path: string };
}

interface Measured extends EntryRecord {
  content: ArchiveEntry['content'];
}

const READ_BYTES = 256_000;
const ZIP32_BYTES_MAX = 0xffff_ffff;

/**
 * Writes stored entries whose sizes and checksums stand before their bytes: pictures gain nothing from deflate, and
 * readers that work from a stream refuse stored entries whose sizes follow. Whatever its size, a package takes two
 * buffers of memory while it is read.
 */
export async function archive(entries: readonly ArchiveEntry[], modifiedAt: Date): Promise<Archive> {
  const measured: Measured[] = [];
  for (const entry of entries) measured.push({ ...entry, ...(await sumOf(entry)) });
  const time = dosTime(modifiedAt);
  const size = measured.reduce((sum, entry) => sum + entry.size + 30 + 46 + 2 * entry.name.length, 22);
  if (size > ZIP32_BYTES_MAX) throw new RangeError(`A package of ${size} bytes is larger than a ZIP can be.`);
  return { size, chunks: () => write(measured, time) };
}

const sumOf = ({ content }: ArchiveEntry) =>
  Buffer.isBuffer(content) ? { size: content.length, crc: crc32(content) } : sumOfFile(content.path);

async function* write(entries: readonly Measured[], time: number): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  const buffers = new TwoBuffers();
  let offset = 0;
  for (const entry of entries) {
    const header = localHeader(entry, time);
    directory.push(directoryRecord(entry, time, offset));
    offset += header.length + entry.size;
    if (Buffer.isBuffer(entry.content)) yield Buffer.concat([header, entry.content]);
    else yield* fileAfter(header, entry.content.path, buffers);
  }
  const records = Buffer.concat(directory);
  yield Buffer.concat([records, endRecord(entries.length, records.length, offset)]);
}

/** While one is on its way, the other is filled. */
class TwoBuffers {
  readonly #buffers = [Buffer.allocUnsafeSlow(READ_BYTES), Buffer.allocUnsafeSlow(READ_BYTES)];
  #turn = 0;

  next(): Buffer {
    this.#turn = 1 - this.#turn;
    return this.#buffers[this.#turn] ?? Buffer.allocUnsafeSlow(READ_BYTES);
  }
}

async function* fileAfter(header: Buffer, path: string, buffers: TwoBuffers): AsyncGenerator<Buffer> {
  const file = await open(path);
  try {
    let before = header;
    for (;;) {
      const buffer = buffers.next();
      const start = before.copy(buffer);
      const { bytesRead } = await file.read(buffer, start, buffer.length - start);
      const length = start + bytesRead;
      if (length > 0) yield buffer.subarray(0, length);
      if (bytesRead === 0) return;
      before = NOTHING;
    }
  } finally {
    await file.close();
  }
}

const NOTHING = Buffer.alloc(0);

import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { crc32 } from 'node:zlib';

/** A package that can be read as often as needed, the same bytes each time. */
export interface Archive {
  /** In bytes. */
  size: number;
  chunks(): AsyncGenerator<Buffer>;
}

export interface ArchiveEntry {
  /** ASCII. */
  name: string;
  content: Buffer | { path: string };
}

interface Measured extends ArchiveEntry {
  size: number;
  crc: number;
}

const IN_MEMORY_BYTES_MAX = 16_000_000;
const READ_BYTES = 1_000_000;
const ZIP32_BYTES_MAX = 0xffff_ffff;

/**
 * Writes stored entries whose sizes and checksums stand before their bytes: pictures gain nothing from deflate, and
 * readers that work from a stream refuse stored entries whose sizes follow. Small packages are held in memory, others
 * are read from their files twice.
 */
export async function archive(entries: readonly ArchiveEntry[], modifiedAt: Date): Promise<Archive> {
  const measured: Measured[] = [];
  for (const entry of await load(entries)) measured.push(await measure(entry));
  const time = dosTime(modifiedAt);
  const size = measured.reduce((sum, entry) => sum + entry.size + 30 + 46 + 2 * entry.name.length, 22);
  if (size > ZIP32_BYTES_MAX) throw new RangeError(`A package of ${size} bytes is larger than a ZIP can be.`);
  return { size, chunks: () => write(measured, time) };
}

async function load(entries: readonly ArchiveEntry[]): Promise<ArchiveEntry[]> {
  const sizes = await Promise.all(entries.map(({ content }) => sizeOf(content)));
  let bytesLeft = IN_MEMORY_BYTES_MAX;
  return Promise.all(
    entries.map(async ({ name, content }, index) => {
      bytesLeft -= sizes[index] ?? 0;
      return bytesLeft < 0 || Buffer.isBuffer(content)
        ? { name, content }
        : { name, content: await readFile(content.path) };
    }),
  );
}

const sizeOf = async (content: ArchiveEntry['content']) =>
  Buffer.isBuffer(content) ? content.length : (await stat(content.path)).size;

async function measure(entry: ArchiveEntry): Promise<Measured> {
  let size = 0;
  let crc = 0;
  for await (const chunk of contentOf(entry)) {
    size += chunk.length;
    crc = crc32(chunk, crc);
  }
  return { ...entry, size, crc };
}

async function* contentOf({ content }: ArchiveEntry): AsyncGenerator<Buffer> {
  if (Buffer.isBuffer(content)) yield content;
  else yield* createReadStream(content.path, { highWaterMark: READ_BYTES });
}

async function* write(entries: readonly Measured[], time: number): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const header = localHeader(entry, time);
    directory.push(directoryRecord(entry, time, offset));
    offset += header.length + entry.size;
    yield header;
    yield* contentOf(entry);
  }
  const records = Buffer.concat(directory);
  yield Buffer.concat([records, endRecord(entries.length, records.length, offset)]);
}

function localHeader({ name, size, crc }: Measured, time: number): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x0403_4b50, 0);
  header.writeUInt16LE(10, 4);
  header.writeUInt32LE(time, 10);
  header.writeUInt32LE(crc, 14);
  header.writeUInt32LE(size, 18);
  header.writeUInt32LE(size, 22);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, Buffer.from(name, 'latin1')]);
}

function directoryRecord({ name, size, crc }: Measured, time: number, offset: number): Buffer {
  const record = Buffer.alloc(46);
  record.writeUInt32LE(0x0201_4b50, 0);
  record.writeUInt16LE(10, 4);
  record.writeUInt16LE(10, 6);
  record.writeUInt32LE(time, 12);
  record.writeUInt32LE(crc, 16);
  record.writeUInt32LE(size, 20);
  record.writeUInt32LE(size, 24);
  record.writeUInt16LE(name.length, 28);
  record.writeUInt32LE(offset, 42);
  return Buffer.concat([record, Buffer.from(name, 'latin1')]);
}

function endRecord(count: number, directorySize: number, offset: number): Buffer {
  const record = Buffer.alloc(22);
  record.writeUInt32LE(0x0605_4b50, 0);
  record.writeUInt16LE(count, 8);
  record.writeUInt16LE(count, 10);
  record.writeUInt32LE(directorySize, 12);
  record.writeUInt32LE(offset, 16);
  return record;
}

/** Time in the low half, date in the high half, in UTC so that it does not depend on the machine. */
function dosTime(at: Date): number {
  const year = Math.min(Math.max(at.getUTCFullYear(), 1980), 2107);
  const date = ((year - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  return date * 0x1_0000 + time;
}

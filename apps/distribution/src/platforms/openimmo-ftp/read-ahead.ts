import { crc32 } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { piecesOf, readInto } from '../../attachments/attachment-bytes.ts';
import type { AttachmentContent } from '../../attachments/attachment-bytes.ts';
import type { ChunkMemory } from './chunk-memory.ts';

/** The source of an entry in a package. */
export interface EntrySource {
  /** The number of bytes that are left free before the content. */
  headerBytes: number;
  content: Buffer | AttachmentContent;
}

/** An entry whose header can be written. */
export interface ReadEntry {
  crc: number;
  /** The content after the space for the header; absent for an entry that is read while it is sent. */
  taken?: Buffer;
}

/** The maximum size of an entry in memory; a larger one is read twice: for its checksum, which precedes it, and while it is sent. */
const WHOLE_BYTES_MAX = 4_000_000;
/** The maximum number of entries that are read while an earlier one is sent. */
const AHEAD_MAX = 4;
const AHEAD_BYTES_MAX = 4_000_000;
const SUMS_MAX = 10_000;
/** The checksums of larger entries, which are then read once. */
const sums = new LRUCache<string, number>({ max: SUMS_MAX });

/** Reads the entries of a package in order, some of them ahead. */
export class ReadAhead {
  readonly #memory: ChunkMemory;
  /** The entries that are not being read yet. */
  readonly #waiting: EntrySource[];
  readonly #reading: { bytes: number; entry: Promise<ReadEntry> }[] = [];
  #bytes = 0;

  constructor(entries: readonly EntrySource[], memory: ChunkMemory) {
    this.#memory = memory;
    this.#waiting = entries.toReversed();
  }

  /** The next entry. @throws AttachmentLost; Unavailable if the bytes cannot be read now */
  async take(): Promise<ReadEntry> {
    this.#fill();
    const first = this.#reading.shift();
    if (!first) throw new Error('The package has no further entry.');
    this.#bytes -= first.bytes;
    const entry = await first.entry;
    this.#fill();
    return entry;
  }

  /** Drops the remaining entries. */
  stop(): void {
    this.#waiting.length = 0;
    for (const { entry } of this.#reading.splice(0))
      void entry.then(
        ({ taken }) => taken && this.#memory.giveBackWhole(taken),
        () => undefined,
      );
  }

  #fill(): void {
    while (this.#reading.length < AHEAD_MAX) {
      const next = this.#waiting.at(-1);
      if (next === undefined) return;
      const bytes = sizeOf(next.content);
      if (this.#reading.length > 0 && this.#bytes + bytes > AHEAD_BYTES_MAX) return;
      this.#waiting.pop();
      const entry = readEntry(next, this.#memory);
      // It is awaited when it is taken. Until then a rejection has no handler.
      entry.catch(() => undefined);
      this.#reading.push({ bytes, entry });
      this.#bytes += bytes;
    }
  }
}

export const sizeOf = (content: Buffer | AttachmentContent): number =>
  Buffer.isBuffer(content) ? content.length : content.size;

async function readEntry({ content, headerBytes }: EntrySource, memory: ChunkMemory): Promise<ReadEntry> {
  if (Buffer.isBuffer(content)) return { crc: crc32(content) };
  if (content.size > WHOLE_BYTES_MAX) return { crc: await sumOf(content) };
  const taken = memory.take(headerBytes + content.size);
  const bytes = taken.subarray(headerBytes);
  try {
    await readInto(bytes, content);
  } catch (error) {
    memory.giveBackWhole(taken);
    throw error;
  }
  return { crc: crc32(bytes), taken };
}

async function sumOf(content: AttachmentContent): Promise<number> {
  const { sha256 } = content;
  const known = sha256 === undefined ? undefined : sums.get(sha256);
  if (known !== undefined) return known;
  let crc = 0;
  for await (const piece of piecesOf(content)) crc = crc32(piece, crc);
  if (sha256 !== undefined) sums.set(sha256, crc);
  return crc;
}

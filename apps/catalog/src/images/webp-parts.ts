import { StructureBroken, bytesAt } from './file-parts.ts';
import type { FileParts, Looker, Range } from './file-parts.ts';

const HEAD_BYTES = 12;
const CHUNK_HEAD_BYTES = 8;
const KEPT = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH']);
/** Bits of the extended header that announce a profile, Exif and XMP. */
const METADATA_FLAGS = 0x20 | 0x08 | 0x04;

/** A WebP still image without what is written about it. */
export async function webpWithoutMetadata(file: Looker): Promise<FileParts> {
  const head = Buffer.from(await bytesAt(file, 0, HEAD_BYTES));
  const end = Math.min(CHUNK_HEAD_BYTES + head.readUInt32LE(4), file.size);
  const chunks: (Range | Buffer)[] = [];
  let length = HEAD_BYTES - CHUNK_HEAD_BYTES;
  for (let start = HEAD_BYTES; start < end;) {
    const chunkHead = await bytesAt(file, start, CHUNK_HEAD_BYTES);
    const type = chunkHead.toString('latin1', 0, 4);
    const next = start + CHUNK_HEAD_BYTES + evened(chunkHead.readUInt32LE(4));
    if (KEPT.has(type)) {
      if (next > file.size) throw new StructureBroken(`the part ${type} does not end`);
      chunks.push(type === 'VP8X' ? await withoutFlags(file, start, next) : { start, end: next });
      length += next - start;
    }
    start = next;
  }
  head.writeUInt32LE(length, 4);
  return [head, ...chunks];
}

/** Parts of odd length are followed by a byte that does not count. */
const evened = (length: number): number => length + (length % 2);

async function withoutFlags(file: Looker, start: number, end: number): Promise<Buffer> {
  const changed = Buffer.from(await bytesAt(file, start, end - start));
  if (changed.length <= CHUNK_HEAD_BYTES) throw new StructureBroken('the extended header is empty');
  changed.writeUInt8(changed.readUInt8(CHUNK_HEAD_BYTES) & ~METADATA_FLAGS & 0xff, CHUNK_HEAD_BYTES);
  return changed;
}

import { PartList, StructureBroken, bytesAt } from './file-parts.ts';
import type { FilePart, FileParts, Looker, Range } from './file-parts.ts';

const HEAD_BYTES = 12;
const CHUNK_HEAD_BYTES = 8;
const KEPT: ReadonlySet<string> = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH']);
const DECODED: ReadonlySet<string> = new Set([...KEPT, 'ICCP', 'EXIF', 'ANIM', 'ANMF']);
/** Bits of the extended header that announce a profile, Exif and XMP. */
const METADATA_FLAGS = 0x20 | 0x08 | 0x04;
const XMP_FLAG = 0x04;
/** The first is shown; the second says that there are several. */
const FRAMES_DECODED = 2;

interface Choice {
  kept: ReadonlySet<string>;
  /** Bits of the extended header that are cleared. */
  cleared: number;
  mostFrames: number;
}

/** A WebP still image without its metadata. */
export const webpWithoutMetadata = (file: Looker): Promise<FileParts> =>
  chunksOf(file, { kept: KEPT, cleared: METADATA_FLAGS, mostFrames: 0 });

/** A WebP as it is given to the decoder, which reads all frames of an animation although one is wanted. */
export const decodableWebp = (file: Looker): Promise<FileParts> =>
  chunksOf(file, { kept: DECODED, cleared: XMP_FLAG, mostFrames: FRAMES_DECODED });

async function chunksOf(file: Looker, { kept, cleared, mostFrames }: Choice): Promise<FileParts> {
  const head = Buffer.from(await bytesAt(file, 0, HEAD_BYTES));
  const end = Math.min(CHUNK_HEAD_BYTES + head.readUInt32LE(4), file.size);
  const parts = new PartList();
  parts.add(head);
  let length = HEAD_BYTES - CHUNK_HEAD_BYTES;
  let frames = 0;
  for (let start = HEAD_BYTES; start < end;) {
    const chunkHead = await bytesAt(file, start, CHUNK_HEAD_BYTES);
    const type = chunkHead.toString('latin1', 0, 4);
    const next = start + CHUNK_HEAD_BYTES + evened(chunkHead.readUInt32LE(4));
    if (type === 'ANMF') frames += 1;
    if (kept.has(type) && (type !== 'ANMF' || frames <= mostFrames)) {
      if (next > file.size) throw new StructureBroken(`the part ${type} does not end`);
      for (const part of await chunkAt(file, { start, end: next }, type === 'VP8X' ? cleared : 0))
        parts.add(part);
      length += next - start;
    }
    start = next;
  }
  head.writeUInt32LE(length, 4);
  return parts.all();
}

/** Parts of odd length are followed by a byte that does not count. */
const evened = (length: number): number => length + (length % 2);

const FLAGS_AT = CHUNK_HEAD_BYTES;

async function chunkAt(file: Looker, { start, end }: Range, cleared: number): Promise<FilePart[]> {
  if (cleared === 0) return [{ start, end }];
  if (end - start <= FLAGS_AT) throw new StructureBroken('the extended header is empty');
  const head = Buffer.from(await bytesAt(file, start, FLAGS_AT + 1));
  head.writeUInt8(head.readUInt8(FLAGS_AT) & ~cleared & 0xff, FLAGS_AT);
  return [head, { start: start + head.length, end }];
}

import { slice } from './byte-parts.ts';
import type { ByteParts } from './byte-parts.ts';

const HEAD_BYTES = 12;
const CHUNK_HEAD_BYTES = 8;
const KEPT = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH']);
/** Bits of the extended header that announce a profile, Exif and XMP. */
const METADATA_FLAGS = 0x20 | 0x08 | 0x04;

/** A WebP still image without what is written about it. */
export function webpWithoutMetadata(bytes: Buffer): ByteParts {
  const end = CHUNK_HEAD_BYTES + slice(bytes, 0, HEAD_BYTES).readUInt32LE(4);
  const chunks: ByteParts = [];
  for (let at = HEAD_BYTES; at < Math.min(end, bytes.length);) {
    const length = slice(bytes, at, CHUNK_HEAD_BYTES).readUInt32LE(4);
    const type = bytes.toString('latin1', at, at + 4);
    const chunk = slice(bytes, at, CHUNK_HEAD_BYTES + length);
    if (KEPT.has(type)) chunks.push(type === 'VP8X' ? withoutFlags(chunk) : chunk);
    if (KEPT.has(type) && length % 2 === 1) chunks.push(Buffer.alloc(1));
    at += CHUNK_HEAD_BYTES + length + (length % 2);
  }
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES));
  const length = chunks.reduce((total, chunk) => total + chunk.length, 0);
  head.writeUInt32LE(HEAD_BYTES - CHUNK_HEAD_BYTES + length, 4);
  return [head, ...chunks];
}

function withoutFlags(header: Buffer): Buffer {
  const changed = Buffer.from(header);
  changed.writeUInt8(changed.readUInt8(CHUNK_HEAD_BYTES) & ~METADATA_FLAGS & 0xff, CHUNK_HEAD_BYTES);
  return changed;
}

const POLYNOMIAL = 0xedb88320;

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) {
    value = value & 1 ? (value >>> 1) ^ POLYNOMIAL : value >>> 1;
  }
  return value >>> 0;
});

/** CRC-32 as in zip and PNG, unsigned; written out because zlib.crc32 is missing from some supported Node versions. */
export function crc32(text: string): number {
  let value = 0xffffffff;
  for (const byte of Buffer.from(text, 'utf8')) {
    value = (value >>> 8) ^ (table[(value ^ byte) & 0xff] ?? 0);
  }
  return (value ^ 0xffffffff) >>> 0;
}

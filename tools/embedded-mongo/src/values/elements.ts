/** The size of a value, for BSON types with a fixed size. */
const fixedBytes: Partial<Record<number, number>> = {
  0x01: 8,
  0x07: 12,
  0x08: 1,
  0x09: 8,
  0x0a: 0,
  0x10: 4,
  0x12: 8,
};
/** The size of a value besides the length at its beginning: strings, documents, arrays, binaries. */
const besideLength: Partial<Record<number, number>> = { 0x02: 4, 0x03: 0, 0x04: 0, 0x05: 5 };

/** The size that the value at `at` claims to have; undefined for a type that the embedded server does not store. */
export function bytesOfValue(raw: Buffer, type: number, at: number): number | undefined {
  const beside = besideLength[type];
  if (beside === undefined) return fixedBytes[type];
  return at + 4 > raw.length ? Number.NaN : beside + raw.readInt32LE(at);
}

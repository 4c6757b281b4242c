export const u8 = (...values: number[]): Buffer => Buffer.from(values);

export function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

export function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** A box of a HEIC file. */
export const box = (type: string, ...content: Buffer[]): Buffer => {
  const body = Buffer.concat(content);
  return Buffer.concat([u32(body.length + 8), Buffer.from(type, 'latin1'), body]);
};

/** A box that begins with its version. */
export const versioned = (type: string, version: number, ...content: Buffer[]): Buffer =>
  box(type, u32(version * 2 ** 24), ...content);

export const times = (count: number, made: (index: number) => Buffer): Buffer =>
  Buffer.concat(Array.from({ length: count }, (_, index) => made(index)));

/** The same bytes again and again. */
export const copies = (count: number, bytes: Buffer): Buffer => Buffer.alloc(count * bytes.length, bytes);

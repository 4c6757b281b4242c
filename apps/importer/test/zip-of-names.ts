import { crc32 } from 'node:zlib';

const METHOD_STORED = 0;

function headerOf(signature: number, size: number, fields: Readonly<Record<number, number>>): Buffer {
  const header = Buffer.alloc(size);
  header.writeUInt32LE(signature, 0);
  for (const [at, value] of Object.entries(fields)) header.writeUInt32LE(value, Number(at));
  return header;
}

/** A ZIP file in which one document and all of these names have the same bytes. */
export function zipOfNames(document: Buffer, names: readonly Buffer[]): Buffer {
  const checksum = crc32(document);
  const { length } = document;
  const name = Buffer.from('a.xml');
  const local = headerOf(0x04_03_4b_50, 30, { 14: checksum, 18: length, 22: length, 26: name.length });
  local.writeUInt16LE(METHOD_STORED, 8);
  const directory = [name, ...names].flatMap((one) => [
    headerOf(0x02_01_4b_50, 46, { 16: checksum, 20: length, 24: length, 28: one.length }),
    one,
  ]);
  const start = local.length + name.length + length;
  const directoryBytes = Buffer.concat(directory);
  const end = headerOf(0x06_05_4b_50, 22, { 12: directoryBytes.length, 16: start });
  end.writeUInt16LE(names.length + 1, 8);
  end.writeUInt16LE(names.length + 1, 10);
  return Buffer.concat([local, name, document, directoryBytes, end]);
}

import { crc32 } from 'node:zlib';

/** A ZIP file with one file in it, which is not compressed. */
export function zipOf(name: string, text: string): Buffer {
  const [nameBytes, bytes] = [Buffer.from(name), Buffer.from(text)];
  // The version needed, no flags, no compression, the time and the date 1980-01-01, what is checked, and no extra field.
  const entry = Buffer.alloc(26);
  entry.writeUInt16LE(20, 0);
  entry.writeUInt16LE(0x21, 8);
  entry.writeUInt32LE(crc32(bytes), 10);
  entry.writeUInt32LE(bytes.length, 14);
  entry.writeUInt32LE(bytes.length, 18);
  entry.writeUInt16LE(nameBytes.length, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), entry, nameBytes, bytes]);
  const madeBy = Buffer.from([20, 0]);
  const central = Buffer.concat([Buffer.from('PK\x01\x02'), madeBy, entry, Buffer.alloc(14), nameBytes]);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, central, end]);
}

import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';
import { LIMITS } from './limits.ts';

/** The archive or an entry cannot be read, or unpacking it would cost too much; the message is shown to the customer. */
class Refused extends Error {
  override readonly name = 'Refused';
}

/** An entry of an archive, or what was left out of it. */
export type Unpacked =
  | { name: string; bytes: Buffer }
  | { refusal: string; /** Left out for the archive itself. */ name?: string; count: number };

/** How much may still be unpacked of one email. */
export interface Budget {
  bytes: number;
}

const UNREADABLE = 'The ZIP file of the email cannot be read.';

/**
 * Unpacks a ZIP file entry by entry as far as the budget allows; what cannot be unpacked is named, and the rest is unpacked. An entry that
 * is not wanted is left out.
 */
export async function* unzip(
  bytes: Buffer,
  budget: Budget,
  isWanted: () => boolean,
): AsyncGenerator<Unpacked> {
  let left: number = LIMITS.archiveEntries;
  let further = 0;
  try {
    const zip = await fromBufferPromise(withoutRest(bytes), { lazyEntries: true, validateEntrySizes: true });
    // The library forgets its own listener at the end of the loop.
    zip.on('error', () => undefined);
    further = zip.entryCount - left;
    for await (const entry of zip.eachEntry()) {
      if (!entry.fileName.endsWith('/') && isWanted()) yield await unpack(zip, entry, budget);
      left -= 1;
      if (left === 0) break;
    }
  } catch {
    yield { refusal: UNREADABLE, count: 1 };
  }
  if (further > 0) {
    const refusal = `The ZIP file has more than ${LIMITS.archiveEntries} entries. Further entries were not read.`;
    yield { refusal, count: further };
  }
}

const END_OF_DIRECTORY = Buffer.from('PK\u0005\u0006', 'latin1');
const END_BYTES = 22;

/** Some programs write bytes behind the ZIP file, which the library takes for damage. */
function withoutRest(bytes: Buffer): Buffer {
  for (let at = bytes.lastIndexOf(END_OF_DIRECTORY); at >= 0; at = before(bytes, at)) {
    if (at + END_BYTES > bytes.length) continue;
    const end = at + END_BYTES + bytes.readUInt16LE(at + 20);
    if (end <= bytes.length) return bytes.subarray(0, end);
  }
  return bytes;
}

const before = (bytes: Buffer, at: number): number =>
  at > 0 ? bytes.lastIndexOf(END_OF_DIRECTORY, at - 1) : -1;

async function unpack(zip: ZipFile, entry: Entry, budget: Budget): Promise<Unpacked> {
  const name = entry.fileName;
  try {
    admit(entry, budget);
    return { name, bytes: await buffer(await zip.openReadStreamPromise(entry)) };
  } catch (error) {
    const refusal = error instanceof Refused ? error.message : 'A file in the ZIP file cannot be read.';
    return { name, refusal, count: 1 };
  }
}

/** The sizes are what the file says of itself; reading an entry fails when it turns out to be longer. */
function admit(entry: Entry, budget: Budget): void {
  const { uncompressedSize: size, compressedSize: packed } = entry;
  if (entry.isEncrypted()) throw new Refused('A file in the ZIP file is encrypted.');
  const isBomb = size > 1024 * 1024 && size > packed * LIMITS.archiveRatio;
  if (isBomb || size > LIMITS.entryBytes || size > budget.bytes) {
    throw new Refused('The unpacked ZIP file is too large.');
  }
  budget.bytes -= size;
}

import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { fromBuffer } from 'yauzl';
import type { Entry, Options, ZipFile } from 'yauzl';
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

const open = promisify<Buffer, Options, ZipFile>(fromBuffer);
const UNREADABLE = 'The ZIP file of the email cannot be read.';

/** Unpacks a ZIP file entry by entry as far as the budget goes; what cannot be unpacked is said, and the rest goes on. */
export async function* unzip(bytes: Buffer, budget: Budget): AsyncGenerator<Unpacked> {
  let zip: ZipFile;
  try {
    zip = await open(bytes, { lazyEntries: true, validateEntrySizes: true });
  } catch {
    yield { refusal: UNREADABLE, count: 1 };
    return;
  }
  yield* unpackAll(zip, budget);
}

async function* unpackAll(zip: ZipFile, budget: Budget): AsyncGenerator<Unpacked> {
  const further = zip.entryCount - LIMITS.archiveEntries;
  try {
    for await (const entry of entriesOf(zip)) {
      if (entry.fileName.endsWith('/')) continue;
      yield await unpack(zip, entry, budget);
    }
  } catch {
    yield { refusal: UNREADABLE, count: 1 };
  }
  if (further > 0) {
    const refusal = `The ZIP file has more than ${LIMITS.archiveEntries} entries. Further entries were not read.`;
    yield { refusal, count: further };
  }
}

async function unpack(zip: ZipFile, entry: Entry, budget: Budget): Promise<Unpacked> {
  const name = entry.fileName;
  try {
    admit(entry, budget);
    return { name, bytes: await contentOf(zip, entry) };
  } catch (error) {
    const refusal = error instanceof Refused ? error.message : 'A file in the ZIP file cannot be read.';
    return { name, refusal, count: 1 };
  }
}

/** Entries one at a time; an error of the file ends the loop. */
async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  try {
    for (let left = Math.min(zip.entryCount, LIMITS.archiveEntries); left > 0; left -= 1) {
      yield await new Promise<Entry>((resolve, reject) => {
        zip.removeAllListeners();
        zip.once('entry', resolve).once('error', reject);
        zip.once('end', () => reject(new Error('the file has fewer entries than it says')));
        zip.readEntry();
      });
    }
  } finally {
    zip.removeAllListeners();
    zip.on('error', () => undefined);
    zip.close();
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

async function contentOf(zip: ZipFile, entry: Entry): Promise<Buffer> {
  const stream = await promisify(zip.openReadStream.bind(zip) as OpenEntry)(entry);
  return buffer(stream);
}

type OpenEntry = (entry: Entry, done: (error: Error | null, stream: NodeJS.ReadableStream) => void) => void;

import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { fromBuffer } from 'yauzl';
import type { Entry, Options, ZipFile } from 'yauzl';
import { LIMITS } from './limits.ts';

/** The archive cannot be read, or unpacking it would cost too much; the message is shown to the customer. */
export class ArchiveRefused extends Error {
  override readonly name = 'ArchiveRefused';
}

export interface Unpacked {
  name: string;
  bytes: Buffer;
}

/** How much may still be unpacked of one mail. */
export interface Budget {
  bytes: number;
}

const open = promisify<Buffer, Options, ZipFile>(fromBuffer);

/** Unpacks a ZIP file as far as the budget goes. @throws ArchiveRefused */
export async function unzip(bytes: Buffer, budget: Budget): Promise<Unpacked[]> {
  try {
    return await unpackAll(await open(bytes, { lazyEntries: true, validateEntrySizes: true }), budget);
  } catch (error) {
    if (error instanceof ArchiveRefused) throw error;
    throw new ArchiveRefused('The ZIP file of the mail cannot be read.', { cause: error });
  }
}

async function unpackAll(zip: ZipFile, budget: Budget): Promise<Unpacked[]> {
  if (zip.entryCount > LIMITS.archiveEntries) {
    throw new ArchiveRefused(`The ZIP file has more than ${LIMITS.archiveEntries} entries.`);
  }
  const unpacked: Unpacked[] = [];
  for await (const entry of entriesOf(zip)) {
    if (entry.fileName.endsWith('/')) continue;
    admit(entry, budget);
    unpacked.push({ name: entry.fileName, bytes: await contentOf(zip, entry) });
  }
  return unpacked;
}

/** Entries one at a time; an error of the file ends the loop. */
async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  try {
    for (let left = zip.entryCount; left > 0; left -= 1) {
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
  if (entry.isEncrypted()) throw new ArchiveRefused('The ZIP file is encrypted.');
  const isBomb = size > 1024 * 1024 && size > packed * LIMITS.archiveRatio;
  if (isBomb || size > LIMITS.entryBytes || size > budget.bytes) {
    throw new ArchiveRefused('The ZIP file grows too large when it is unpacked.');
  }
  budget.bytes -= size;
}

async function contentOf(zip: ZipFile, entry: Entry): Promise<Buffer> {
  const stream = await promisify(zip.openReadStream.bind(zip) as OpenEntry)(entry);
  return buffer(stream);
}

type OpenEntry = (entry: Entry, done: (error: Error | null, stream: NodeJS.ReadableStream) => void) => void;

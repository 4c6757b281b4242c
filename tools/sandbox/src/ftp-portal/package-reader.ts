import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import { InvalidInput } from '@estate/errors';
import { open } from 'yauzl';
import type { Entry, Options, ZipFile } from 'yauzl';

const MAX_UNPACKED_BYTES = 3_000_000_000;

const openZip = promisify<string, Options, ZipFile>(open);

/** The name under which a file of a package is kept on disk: no folders, no surprises. */
export const storedName = (fileName: string): string => encodeURIComponent(fileName);

function checkedSum(entry: Entry): Transform {
  let sum = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sum = crc32(chunk, sum);
      done(null, chunk);
    },
    flush(done) {
      const damaged = sum !== entry.crc32;
      done(damaged ? new InvalidInput(`The file ${entry.fileName} in the package is damaged.`) : null);
    },
  });
}

/** Returns the SHA-256 of the file. */
async function extract(zip: ZipFile, entry: Entry, directory: string): Promise<string> {
  const openStream = promisify(zip.openReadStream.bind(zip) as (entry: Entry, done: OpenDone) => void);
  const source = await openStream(entry);
  const hash = createHash('sha256');
  const hashed = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  const file = createWriteStream(join(directory, storedName(entry.fileName)));
  await pipeline(source, checkedSum(entry), hashed, file);
  return hash.digest('hex');
}

type OpenDone = (error: Error | null, stream: NodeJS.ReadableStream) => void;

function nextEntry(zip: ZipFile): Promise<Entry | undefined> {
  return new Promise((resolve, reject) => {
    const settle = (action: () => void): void => {
      zip.removeListener('entry', onEntry).removeListener('end', onEnd).removeListener('error', onError);
      action();
    };
    const onEntry = (entry: Entry): void => settle(() => resolve(entry));
    const onEnd = (): void => settle(() => resolve(undefined));
    const onError = (error: Error): void => settle(() => reject(error));
    zip.once('entry', onEntry).once('end', onEnd).once('error', onError);
    zip.readEntry();
  });
}

async function openPackage(path: string): Promise<ZipFile> {
  try {
    return await openZip(path, { lazyEntries: true, autoClose: false });
  } catch (cause) {
    throw new InvalidInput('The package is not a readable ZIP file.', { cause });
  }
}

/** Unpacks a ZIP into the directory and returns the SHA-256 of each file by its name; throws InvalidInput for a broken one. */
export async function unpack(path: string, directory: string): Promise<ReadonlyMap<string, string>> {
  const zip = await openPackage(path);
  const hashes = new Map<string, string>();
  let bytes = 0;
  try {
    await mkdir(directory, { recursive: true });
    for (let entry = await nextEntry(zip); entry; entry = await nextEntry(zip)) {
      if (entry.fileName.endsWith('/')) continue;
      if (hashes.has(entry.fileName)) throw new InvalidInput(`The package has ${entry.fileName} twice.`);
      bytes += entry.uncompressedSize;
      if (bytes > MAX_UNPACKED_BYTES) throw new InvalidInput('The package is too large when unpacked.');
      hashes.set(entry.fileName, await extract(zip, entry, directory));
    }
  } catch (cause) {
    if (cause instanceof InvalidInput) throw cause;
    const detail = cause instanceof Error ? cause.message : 'unknown reason';
    throw new InvalidInput(`The package cannot be unpacked: ${detail}.`, { cause });
  } finally {
    zip.close();
  }
  return hashes;
}

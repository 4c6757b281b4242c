import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { InvalidInput } from '@estate/errors';
import { openPromise } from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';

const MAX_UNPACKED_BYTES = 3_000_000_000;

/** The name under which a file of a package is stored on disk: without folders and special characters. */
export const storedName = (fileName: string): string => encodeURIComponent(fileName);

/** Returns the SHA-256 of the file. */
async function extract(zip: ZipFile, entry: Entry, directory: string): Promise<string> {
  const hash = createHash('sha256');
  let sum = 0;
  async function* checked(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      hash.update(chunk);
      sum = crc32(chunk, sum);
      yield chunk;
    }
    if (sum !== entry.crc32) throw new InvalidInput(`The file ${entry.fileName} in the package is damaged.`);
  }
  const file = createWriteStream(join(directory, storedName(entry.fileName)));
  await pipeline(await zip.openReadStreamPromise(entry), checked, file);
  return hash.digest('hex');
}

async function openPackage(path: string): Promise<ZipFile> {
  try {
    return await openPromise(path, { lazyEntries: true, autoClose: false });
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
    for await (const entry of zip.eachEntry()) {
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

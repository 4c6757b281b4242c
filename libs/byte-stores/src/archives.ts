import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { S3Place } from '@estate/config';
import { BytesMissing } from '@estate/persistence';
import type { BlobKey } from '@estate/persistence';
import { S3Blobs } from './s3-blobs.ts';

/** The size of a part; S3 allows 10,000 parts, so an archive may have 320 GB. */
const PART_BYTES = 32 * 1024 * 1024;
const ID_CHARACTERS = 24;
const ENDING = '.gz';

/**
 * Archives of backups in a bucket. The name of an object contains the hash of its content: it is sent once, and checked when it is fetched.
 */
export class Archives {
  readonly #blobs: S3Blobs;

  constructor(place: S3Place) {
    this.#blobs = new S3Blobs(place, PART_BYTES);
  }

  get place(): string {
    return this.#blobs.place;
  }

  /** The names of the archives, the oldest first; the time of a backup is its name. */
  async list(): Promise<string[]> {
    return (await this.#keys()).map(({ name }) => `${name}${ENDING}`).toSorted();
  }

  /** False if the bucket has it already. */
  async send(file: string): Promise<boolean> {
    const key = { name: basename(file, ENDING), id: await hashOf(file) };
    if ((await this.#keys()).some(({ name, id }) => name === key.name && id === key.id)) return false;
    await this.#blobs.write(key, createReadStream(file));
    return true;
  }

  /** @throws BytesMissing if the archive does not exist, or differs from what was sent */
  async fetch(archive: string, file: string): Promise<void> {
    const name = basename(archive, ENDING);
    const key = (await this.#keys()).find((one) => one.name === name);
    const size = key && (await this.#blobs.lengthOf(key));
    if (!key || size === undefined) throw new BytesMissing(`${this.place} has no archive ${archive}.`);
    const part = `${file}.part`;
    try {
      await pipeline(this.#blobs.read(key, size), createWriteStream(part));
      if ((await hashOf(part)) !== key.id)
        throw new BytesMissing(`The archive ${archive} in ${this.place} is not as it was sent.`);
      await rename(part, file);
    } finally {
      await rm(part, { force: true });
    }
  }

  close(): Promise<void> {
    return this.#blobs.close();
  }

  async #keys(): Promise<BlobKey[]> {
    const all: BlobKey[] = [];
    for (let after: string | undefined; ;) {
      const { keys, next } = await this.#blobs.list(after);
      all.push(...keys);
      if (next === undefined) return all;
      after = next;
    }
  }
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex').slice(0, ID_CHARACTERS);
}

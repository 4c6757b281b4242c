import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StoreNotNamed, getBytes } from '@estate/egress';
import { Unavailable } from '@estate/errors';
import { LRUCache } from 'lru-cache';
import { sweepDirectory } from './sweep-directory.ts';

interface AttachmentCacheOptions {
  directory: string;
  /** Above this size, the least recently used files are removed. */
  maxBytes: number;
  /** Internal address of the catalog. */
  catalogUrl: string;
  /** Origins of byte stores to which the catalog may refer. */
  storeOrigins: readonly string[];
  clock(): Date;
  /** How long a file is kept after its last use. */
  keepMs?: number;
}

const FETCH_TIMEOUT_MS = 30_000;
const KEEP_MS = 600_000;
/** Most photos are smaller: taken in one piece they spare the events of a stream. */
const WHOLE_BYTES_MAX = 2_000_000;
const VERIFIED_MAX = 50_000;
const SHA256 = /^[0-9a-f]{64}$/;

/** The catalog answers and does not have the bytes. */
export class AttachmentLost extends Error {
  override readonly name = 'AttachmentLost';
}

/** Attachments on the local disk, named by the SHA-256 of their bytes and fetched from the catalog when missing. */
export class AttachmentCache {
  readonly #options: AttachmentCacheOptions;
  readonly #fetching = new Map<string, Promise<string>>();
  /** Files that this process has verified. A file from an earlier process may be incomplete after a crash. */
  readonly #verified = new LRUCache<string, true>({ max: VERIFIED_MAX });
  #fetchedBytes = 0;
  #sweeping: Promise<void> = Promise.resolve();

  constructor(options: AttachmentCacheOptions) {
    this.#options = options;
  }

  /** Creates the directory and drops old files, for example after the limit was lowered. */
  async prepare(): Promise<void> {
    await mkdir(this.#options.directory, { recursive: true });
    await this.#sweep();
  }

  /**
   * The path of a file with exactly these bytes. @throws AttachmentLost; Unavailable when the catalog does not answer
   * now
   */
  path(sha256: string): Promise<string> {
    const running = this.#fetching.get(sha256);
    if (running) return running;
    const started = this.#find(sha256).finally(() => this.#fetching.delete(sha256));
    this.#fetching.set(sha256, started);
    return started;
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.#fetching.values());
    await this.#sweeping;
  }

  async #find(sha256: string): Promise<string> {
    if (!SHA256.test(sha256)) throw new Error(`not a SHA-256: ${sha256}`);
    const path = join(this.#options.directory, sha256);
    if (!(await this.#isStored(sha256, path))) await this.#fetch(sha256, path);
    this.#verified.set(sha256, true);
    return path;
  }

  async #isStored(sha256: string, path: string): Promise<boolean> {
    const now = this.#options.clock();
    try {
      await utimes(path, now, now);
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
    return this.#verified.has(sha256) || isWhole(path, sha256);
  }

  async #fetch(sha256: string, path: string): Promise<void> {
    const part = `${path}.${randomUUID()}.part`;
    try {
      const { size, actual } = await this.#download(sha256, part);
      if (actual !== sha256)
        throw new AttachmentLost(`The bytes of the attachment ${sha256} have the hash ${actual}.`);
      const now = this.#options.clock();
      await utimes(part, now, now);
      await rename(part, path);
      this.#noteFetched(size);
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
  }

  async #download(sha256: string, part: string): Promise<Stored> {
    const url = new URL(`/attachments/${sha256}`, this.#options.catalogUrl);
    const signal = AbortSignal.timeout(FETCH_TIMEOUT_MS);
    const { storeOrigins } = this.#options;
    const response = await getBytes(url, { storeOrigins, signal }).catch((cause: unknown) => {
      const message = cause instanceof StoreNotNamed ? cause.message : 'The catalog does not answer.';
      throw unavailable(message, cause);
    });
    if (response.statusCode !== 200) {
      response.resume();
      if (response.statusCode === 404) throw new AttachmentLost(`The catalog has no attachment ${sha256}.`);
      throw unavailable(`The catalog answered ${String(response.statusCode)} for the attachment ${sha256}.`);
    }
    try {
      const isSmall = Number(response.headers['content-length'] ?? Infinity) <= WHOLE_BYTES_MAX;
      return await (isSmall ? storeWhole(response, part) : storeStreaming(response, part, signal));
    } catch (cause) {
      throw isDisk(cause)
        ? cause
        : unavailable(`The transfer of the attachment ${sha256} ended before it was complete.`, cause);
    }
  }

  #noteFetched(bytes: number): void {
    this.#fetchedBytes += bytes;
    if (this.#fetchedBytes < this.#options.maxBytes / 20) return;
    this.#fetchedBytes = 0;
    this.#sweeping = this.#sweeping.then(() => this.#sweep()).catch(() => undefined);
  }

  #sweep(): Promise<void> {
    const { clock, directory, keepMs = KEEP_MS, maxBytes } = this.#options;
    return sweepDirectory(directory, maxBytes, new Date(clock().getTime() - keepMs));
  }
}

/** False also for a file that cannot be read: it is fetched again. */
async function isWhole(path: string, sha256: string): Promise<boolean> {
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(path), hash);
  } catch {
    return false;
  }
  return hash.digest('hex') === sha256;
}

interface Stored {
  size: number;
  /** The SHA-256 of the received bytes. */
  actual: string;
}

async function storeWhole(response: IncomingMessage, part: string): Promise<Stored> {
  // Not `stream/consumers`, which makes a Blob of it and copies it out again.
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  await writeFile(part, bytes);
  return { size: bytes.length, actual: createHash('sha256').update(bytes).digest('hex') };
}

async function storeStreaming(response: IncomingMessage, part: string, signal: AbortSignal): Promise<Stored> {
  const hash = createHash('sha256');
  let size = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      size += chunk.length;
      done(null, chunk);
    },
  });
  await pipeline(response, measure, createWriteStream(part), { signal });
  return { size, actual: hash.digest('hex') };
}

const unavailable = (message: string, cause?: unknown): Unavailable =>
  new Unavailable(message, { code: 'service-unavailable', cause });

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;
const isMissing = (error: unknown): boolean => codeOf(error) === 'ENOENT';
const isDisk = (error: unknown): boolean =>
  ['ENOSPC', 'EACCES', 'EROFS', 'ENOENT', 'EIO'].includes(String(codeOf(error)));

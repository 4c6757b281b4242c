import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { piecesOfFile } from '@estate/persistence';
import { LRUCache } from 'lru-cache';
import { AttachmentDownloads } from './attachment-downloads.ts';
import { AttachmentLost } from './download-attachment.ts';
import type { CatalogAddress } from './download-attachment.ts';
import { noteSum } from './file-sums.ts';
import { ReceivedSums } from './received-sums.ts';
import { sweepDirectory } from './sweep-directory.ts';

interface AttachmentCacheOptions extends CatalogAddress {
  directory: string;
  /** Above this size, the least recently used files are removed. */
  maxBytes: number;
  clock(): Date;
  /** How long a file is kept after its last use. */
  keepMs?: number;
}

const KEEP_MS = 600_000;
const VERIFIED_MAX = 50_000;
const SHA256 = /^[0-9a-f]{64}$/;

/** Attachments on the local disk, named by the SHA-256 of their bytes and fetched from the catalog when missing. */
export class AttachmentCache {
  readonly #options: AttachmentCacheOptions;
  readonly #downloads: AttachmentDownloads;
  readonly #fetching = new Map<string, Promise<string>>();
  /** Files that this process has verified. A file from an earlier process may be incomplete after a crash. */
  readonly #verified = new LRUCache<string, true>({ max: VERIFIED_MAX });
  #fetchedBytes = 0;
  #sweeping: Promise<void> = Promise.resolve();

  constructor(options: AttachmentCacheOptions) {
    this.#options = options;
    this.#downloads = new AttachmentDownloads(options);
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
      const received = await this.#downloads.get(sha256, part);
      if (received.sha256 !== sha256)
        throw new AttachmentLost(`The bytes of the attachment ${sha256} have the hash ${received.sha256}.`);
      await rename(part, path);
      noteSum(path, received);
      this.#noteFetched(received.size);
    } catch (error) {
      await rm(part, { force: true });
      throw error;
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
  const sums = new ReceivedSums();
  try {
    for await (const piece of piecesOfFile(path)) sums.add(piece);
  } catch {
    return false;
  }
  const found = sums.result();
  if (found.sha256 !== sha256) return false;
  noteSum(path, found);
  return true;
}

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;
const isMissing = (error: unknown): boolean => codeOf(error) === 'ENOENT';

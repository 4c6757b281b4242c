import { access, constants, stat } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { sep } from 'node:path';
import { FOR_FILES } from '@estate/contracts';
import { StoreNotNamed, findBytes } from '@estate/egress';
import { Unavailable } from '@estate/errors';
import type { Logger } from '@estate/observability';
import { LRUCache } from 'lru-cache';
import { AttachmentLost, SILENCE_MS } from './attachment-bytes.ts';
import type { AttachmentBytes } from './attachment-bytes.ts';

export interface CatalogAddress {
  /** Internal address of the catalog. */
  catalogUrl: string;
  /** Origins of byte stores to which the catalog may refer. */
  storeOrigins: readonly string[];
}

interface Options extends CatalogAddress {
  /** The directory of the catalog's byte store, if this process can read it. */
  directory?: string | undefined;
  log: Pick<Logger, 'warn'>;
}

const FILES_MAX = 50_000;
const SHA256 = /^[0-9a-f]{64}$/;

/**
 * Reads attachments where they lie: in the directory or the bucket of the catalog's byte store, to which the catalog refers, or from the
 * catalog. Nothing is kept of them.
 */
export class CatalogAttachments {
  readonly #options: Options;
  /** A file belongs to one upload, so it has these bytes or it is missing. */
  readonly #files = new LRUCache<string, string>({ max: FILES_MAX });
  #hasWarned = false;

  constructor(options: Options) {
    this.#options = options;
  }

  /** @throws AttachmentLost; Unavailable when the catalog does not answer now */
  async open(sha256: string): Promise<AttachmentBytes> {
    if (!SHA256.test(sha256)) throw new Error(`not a SHA-256: ${sha256}`);
    const file = this.#options.directory === undefined ? undefined : await this.#openFile(sha256);
    if (file) return file;
    return answered(await find(sha256, '', this.#options), sha256);
  }

  /** Undefined where the catalog has to send the bytes: they are in no file, or in one that was moved meanwhile. */
  async #openFile(sha256: string): Promise<AttachmentBytes | undefined> {
    const known = this.#files.get(sha256);
    const opened = known === undefined ? undefined : await fileAt(known, sha256);
    if (opened) return opened;
    const found = await find(sha256, FOR_FILES, this.#options);
    if (!('file' in found)) return answered(found, sha256);
    const file = this.#isShared(found.file) ? await fileAt(found.file, sha256) : undefined;
    if (file) this.#files.set(sha256, found.file);
    else this.#warn(found.file);
    return file;
  }

  #isShared(path: string): boolean {
    const { directory = '' } = this.#options;
    return path.startsWith(directory.endsWith(sep) ? directory : `${directory}${sep}`);
  }

  #warn(path: string): void {
    if (this.#hasWarned) return;
    this.#hasWarned = true;
    const text = 'a file of the byte store cannot be read here: check CATALOG_BYTES_DIRECTORY and its mount';
    this.#options.log.warn({ path, directory: this.#options.directory }, text);
  }
}

async function find(
  sha256: string,
  query: string,
  { catalogUrl, storeOrigins }: CatalogAddress,
): Promise<IncomingMessage | { file: string }> {
  const url = new URL(`/attachments/${sha256}${query}`, catalogUrl);
  const waiting = new AbortController();
  const timer = setTimeout(() => waiting.abort(), SILENCE_MS);
  try {
    return await findBytes(url, { storeOrigins, signal: waiting.signal });
  } catch (cause) {
    throw unavailable(cause instanceof StoreNotNamed ? cause.message : 'The catalog does not answer.', cause);
  } finally {
    // Until its end, an answer may take as long as the platform that it is sent to.
    clearTimeout(timer);
  }
}

function answered(found: IncomingMessage | { file: string }, sha256: string): AttachmentBytes {
  if ('file' in found) throw unavailable(`The catalog answered with a file for the attachment ${sha256}.`);
  const { statusCode, headers } = found;
  const size = Number(headers['content-length'] ?? Number.NaN);
  if (statusCode === 200 && Number.isInteger(size)) return { size, sha256, source: { stream: found } };
  found.resume();
  if (statusCode === 404) throw new AttachmentLost(`The catalog has no attachment ${sha256}.`);
  throw unavailable(`The catalog answered ${String(statusCode)} for the attachment ${sha256}.`);
}

async function fileAt(path: string, sha256: string): Promise<AttachmentBytes | undefined> {
  try {
    await access(path, constants.R_OK);
    const { size } = await stat(path);
    return { size, sha256, source: { file: path } };
  } catch {
    return undefined;
  }
}

const unavailable = (message: string, cause?: unknown): Unavailable =>
  new Unavailable(message, { code: 'service-unavailable', cause });

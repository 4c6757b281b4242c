import type { Readable } from 'node:stream';
import type { StoredFile } from '@estate/contracts';
import { StoreNotNamed, getBytes } from '@estate/egress';
import { Unavailable } from '@estate/errors';

interface StoredFilesOptions {
  /** The internal address of the catalog. */
  catalogUrl: string;
  /** The origins of byte stores to which the catalog may redirect. */
  storeOrigins: readonly string[];
  timeoutMs?: number;
}

/** The time limit for the whole file: 16 MB over a slow mobile connection. */
const TIMEOUT_MS = 300_000;

/** Reads attachments from the catalog, which serves them to other services. */
export class StoredFiles {
  readonly #options: StoredFilesOptions;

  constructor(options: StoredFilesOptions) {
    this.#options = options;
  }

  /** Opens the bytes as they arrive; the connection ends with the stream. @throws Unavailable */
  async open({ name }: Pick<StoredFile, 'name'>): Promise<Readable> {
    const url = new URL(`/attachments/${name}`, this.#options.catalogUrl);
    const { storeOrigins, timeoutMs = TIMEOUT_MS } = this.#options;
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await getBytes(url, { storeOrigins, signal }).catch((cause: unknown) => {
      // Customers must not see the origin of the store.
      const details = cause instanceof StoreNotNamed ? { reason: cause.message } : {};
      throw unavailable('catalog is unavailable.', { cause, details });
    });
    if (response.statusCode === 200) return response;
    response.resume();
    throw unavailable(`The catalog answered ${String(response.statusCode)} for the bytes ${name}.`);
  }
}

const unavailable = (message: string, about: { cause?: unknown; details?: Record<string, unknown> } = {}) =>
  new Unavailable(message, { code: 'service-unavailable', ...about });

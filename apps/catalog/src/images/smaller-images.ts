import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StoredFile } from '@estate/contracts';
import { Unavailable } from '@estate/errors';
import type { Bytes } from '@estate/persistence';
import { LRUCache } from 'lru-cache';
import type { MediaType } from '../domain/attachment.ts';
import type { SmallerImage } from '../domain/smaller-image.ts';
import { materialize } from './make-rendition.ts';
import type { ImageSummary } from '../telemetry.ts';
import type { ImageProcesses } from './image-processes.ts';

export interface SmallerImagesOptions {
  bytes: Pick<Bytes, 'read' | 'putFile'>;
  images: Pick<ImageProcesses, 'shrink'>;
  /** Called when an image was made, or could not be made. */
  onMade: (summary: ImageSummary) => void;
  /** Images that one account may wait for; the pages of a browser ask for a few at a time. */
  waitingMax?: number;
}

const WAITING_MAX = 100;
const BUSY_RETRY_MS = 5000;
/** An image that ended its process is not tried again at once: every attempt costs a process. */
const FAILED_MS = 600_000;
const FAILED_MAX = 1000;
const NEVER = new AbortController().signal;

/**
 * Makes the smaller images of renditions when they are first asked for, and keeps them. Accounts take turns at the processes that make
 * them. An image is finished even if its caller no longer waits: the next call finds it.
 */
export class SmallerImages {
  readonly #options: SmallerImagesOptions;
  readonly #finding = new Map<string, Promise<StoredFile>>();
  readonly #waiting = new Map<string, number>();
  readonly #failed = new LRUCache<string, true>({ max: FAILED_MAX, ttl: FAILED_MS });

  constructor(options: SmallerImagesOptions) {
    this.#options = options;
  }

  /** @throws Unavailable when the account waits for too many, or when the image cannot be made */
  find(image: SmallerImage, accountId: string): Promise<StoredFile> {
    const { name } = image;
    const running = this.#finding.get(name);
    if (running) return running;
    const finding = this.#findOrMake(image, accountId).finally(() => this.#finding.delete(name));
    this.#finding.set(name, finding);
    return finding;
  }

  async #findOrMake(image: SmallerImage, accountId: string): Promise<StoredFile> {
    const kept = await this.#kept(image.name);
    if (kept) return kept;
    if (this.#failed.has(image.name)) throw unmakeable();
    const waiting = this.#waiting.get(accountId) ?? 0;
    if (waiting >= (this.#options.waitingMax ?? WAITING_MAX)) throw busy();
    this.#waiting.set(accountId, waiting + 1);
    return this.#measured(image, accountId).finally(() => this.#leave(accountId));
  }

  async #kept(name: string): Promise<StoredFile | null> {
    const found = await this.#options.bytes.read(name);
    if (!found) return null;
    found.stream.destroy();
    return { name, size: found.size, mediaType: found.metadata['mediaType'] as MediaType };
  }

  #leave(accountId: string): void {
    const left = (this.#waiting.get(accountId) ?? 1) - 1;
    if (left === 0) this.#waiting.delete(accountId);
    else this.#waiting.set(accountId, left);
  }

  async #measured(image: SmallerImage, accountId: string): Promise<StoredFile> {
    const startedMs = performance.now();
    let outcome: ImageSummary['outcome'] = 'failed';
    try {
      const made = await this.#make(image, accountId);
      outcome = 'made';
      return made;
    } finally {
      this.#options.onMade({ outcome, durationMs: performance.now() - startedMs });
    }
  }

  async #make({ source, name, maxWidth }: SmallerImage, accountId: string): Promise<StoredFile> {
    const { bytes, images } = this.#options;
    const directory = await mkdtemp(join(tmpdir(), 'catalog-'));
    try {
      const path = join(directory, source.sha256);
      const target = join(directory, randomUUID());
      await materialize(bytes, { sha256: source.sha256, path });
      const order = { path, mediaType: source.mediaType, maxWidth, target };
      const made = await images.shrink(order, { accountId, signal: NEVER });
      if ('failure' in made) {
        this.#failed.set(name, true);
        throw unmakeable();
      }
      const { sha256, size, mediaType } = made;
      await bytes.putFile(name, { path: target, size, sha256 }, { mediaType });
      return { name, size, mediaType };
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  }
}

const busy = () =>
  new Unavailable('Too many smaller images of the account are being made. Try again in a few seconds.', {
    code: 'image-busy',
    retryAfterMs: BUSY_RETRY_MS,
  });

const unmakeable = () =>
  new Unavailable('The smaller image could not be made. Leave out width to get the published file.', {
    code: 'image-unavailable',
    retryAfterMs: FAILED_MS,
  });

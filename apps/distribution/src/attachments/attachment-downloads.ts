import type { IncomingMessage } from 'node:http';
import { ATTACHMENT_SIZES_HEADER } from '@estate/contracts';
import pLimit from 'p-limit';
import { askCatalog, downloadAttachment, storeWhole } from './download-attachment.ts';
import type { CatalogAddress } from './download-attachment.ts';
import type { Received } from './received-sums.ts';

/** Of requests; while they are under way, what is asked for next is collected for one. */
const AT_ONCE = 8;
/** A package asks for its attachments as soon as it knows for each that it is not on the disk. */
const COLLECTING_MS = 2;
/** Of attachments of one answer that each have a request of their own after it. */
const ALONE_AT_ONCE = 4;
/** After an answer without any, as those of a catalog whose store serves all bytes itself. */
const ALONE_FOR_MS = 60_000;
/** Of names in a request, which is a line of less than 2 kB. */
const NAMES_MAX = 24;

interface Wanted {
  sha256: string;
  /** Where the bytes are stored. */
  part: string;
  resolve: (received: Received) => void;
  reject: (reason: unknown) => void;
}

/** Of an attachment whose bytes come in an answer with others. */
interface Announced {
  wanted: Wanted;
  size: number;
}

/** Downloads attachments. Those that are asked for at about the same time come in one answer. */
export class AttachmentDownloads {
  readonly #catalog: CatalogAddress;
  #waiting: Wanted[] = [];
  #running = 0;
  #isPlanned = false;
  #aloneUntilMs = 0;

  constructor(catalog: CatalogAddress) {
    this.#catalog = catalog;
  }

  /** @throws AttachmentLost; Unavailable when the catalog does not answer now */
  get(sha256: string, part: string): Promise<Received> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ sha256, part, resolve, reject });
      this.#plan();
    });
  }

  #plan(): void {
    if (this.#isPlanned || this.#running >= AT_ONCE || this.#waiting.length === 0) return;
    this.#isPlanned = true;
    setTimeout(() => {
      this.#isPlanned = false;
      this.#running += 1;
      const together = this.#downloadTogether(this.#waiting.splice(0, NAMES_MAX)).finally(() => {
        this.#running -= 1;
        this.#plan();
      });
      // Nobody waits for large attachments of others.
      void together.then((alone) => this.#downloadAlone(alone));
      this.#plan();
    }, COLLECTING_MS);
  }

  async #downloadAlone(all: readonly Wanted[]): Promise<void> {
    const limit = pLimit(ALONE_AT_ONCE);
    const downloads = all.map(({ sha256, part, resolve, reject }) =>
      limit(() => downloadAttachment(sha256, part, this.#catalog).then(resolve, reject)),
    );
    await Promise.all(downloads);
  }

  /**
   * Returns those that must be asked for alone. What does not arrive is among them, so that a damaged attachment of one
   * customer fails no publication of another one.
   */
  async #downloadTogether(all: readonly Wanted[]): Promise<readonly Wanted[]> {
    if (all.length < 2 || performance.now() < this.#aloneUntilMs) return all;
    const names = all.map(({ sha256 }) => sha256).join(',');
    const response = await askCatalog(names, this.#catalog).then(
      (asked) => asked.response,
      () => undefined,
    );
    const sizes = response ? sizesIn(response) : [];
    if (!response || sizes.length !== all.length) {
      response?.resume();
      return all;
    }
    const coming = announced(all, sizes);
    if (coming.length === 0) this.#aloneUntilMs = performance.now() + ALONE_FOR_MS;
    await storeEach(response, coming).catch(() => undefined);
    const left = new Set(coming.map(({ wanted }) => wanted));
    return all.filter((wanted, place) => sizes[place] === undefined || left.has(wanted));
  }
}

/** None for an attachment that is not in the answer, because it is large, missing, or in a store that serves it itself. */
function sizesIn({ statusCode, headers }: IncomingMessage): (number | undefined)[] {
  const line = headers[ATTACHMENT_SIZES_HEADER];
  if (statusCode !== 200 || typeof line !== 'string') return [];
  return line.split(',').map((size) => (/^[1-9]\d{0,6}$/.test(size) ? Number(size) : undefined));
}

const announced = (all: readonly Wanted[], sizes: readonly (number | undefined)[]): Announced[] =>
  all.flatMap((wanted, place) => {
    const size = sizes[place];
    return size === undefined ? [] : [{ wanted, size }];
  });

/** Stores one attachment while the next one is received, in two pieces of memory in turn. What has not arrived stays in the queue. */
async function storeEach(response: AsyncIterable<Buffer>, queue: Announced[]): Promise<void> {
  const largest = Math.max(0, ...queue.map(({ size }) => size));
  let [filling, free] = [Buffer.allocUnsafe(largest), Buffer.allocUnsafe(largest)];
  let storing = Promise.resolve();
  let length = 0;
  try {
    for await (const chunk of response) {
      for (let at = 0, next = queue[0]; at < chunk.length && next; next = queue[0]) {
        const copied = chunk.copy(filling, length, at, at + next.size - length);
        at += copied;
        length += copied;
        if (length < next.size) continue;
        queue.shift();
        // Until then, the other memory is in use.
        await storing;
        storing = store(filling.subarray(0, length), next.wanted);
        [filling, free] = [free, filling];
        length = 0;
      }
    }
  } finally {
    await storing;
  }
}

const store = (bytes: Buffer, { part, resolve, reject }: Wanted): Promise<void> =>
  storeWhole(bytes, part).then(resolve, reject);

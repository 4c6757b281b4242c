import { Long } from 'bson';
import { MongoError } from '../errors.ts';
import { type Page, pageReply } from '../wire/raw-document.ts';

/** Where a cursor's documents come from. */
export type Source = {
  take(): Buffer | undefined;
  /** True when nothing is left. */
  ended(): boolean;
  /** Called between two pages. */
  pause(): void;
  /** How many bytes it holds between two pages. */
  held(): number;
};

type OpenCursor = { pages: Pages; namespace: string; usedAt: number; held: number };

const firstPage = 101;
const pageBytes = 16 * 1024 * 1024;
const idleLimit = 10 * 60 * 1000;
const mostCursors = 10_000;
const mostHeld = 512 * 1024 * 1024;

/** The pages of a source: no more than 16 MB each, as in MongoDB, but always one document. */
class Pages {
  readonly #source: Source;
  #left: Buffer | undefined;

  constructor(source: Source) {
    this.#source = source;
  }

  get ended(): boolean {
    return this.#left === undefined && this.#source.ended();
  }

  next(most: number): Buffer[] {
    const documents: Buffer[] = [];
    let bytes = 0;
    while (documents.length < most) {
      const raw = this.#left ?? this.#source.take();
      this.#left = undefined;
      if (!raw) break;
      bytes += raw.length;
      if (bytes > pageBytes && documents.length > 0) {
        this.#left = raw;
        break;
      }
      documents.push(raw);
    }
    return documents;
  }

  /** Readies the source for other work; gives how many bytes are held meanwhile. */
  pause(): number {
    this.#source.pause();
    return this.#source.held() + (this.#left?.length ?? 0);
  }
}

/**
 * The open cursors of all clients, the one used last at the end. One that nobody asked for in ten minutes is closed, and so
 * are those that were not used for longest when there are too many or they hold too much.
 */
export class Cursors {
  readonly #open = new Map<string, OpenCursor>();
  #held = 0;
  #last = 0;

  /** Answers with the first page and keeps the rest, if there is any. */
  first(
    namespace: string,
    source: Source,
    options: { batchSize?: number | undefined; single?: boolean },
  ): Buffer {
    const pages = new Pages(source);
    const documents = pages.next(options.batchSize ?? firstPage);
    if (options.single || pages.ended)
      return pageReply({ name: 'firstBatch', documents, id: Long.ZERO, namespace });
    const id = Long.fromNumber(Date.now() * 1000 + (this.#last = (this.#last + 1) % 1000));
    this.#keep(id.toString(), pages, namespace);
    return pageReply({ name: 'firstBatch', documents, id, namespace });
  }

  /** Answers with the next page. */
  next(id: string, namespace: string, batchSize: number | undefined): Buffer {
    const cursor = this.#open.get(id);
    if (!cursor || cursor.namespace !== namespace) throw new MongoError(43, `cursor id ${id} not found`);
    const documents = cursor.pages.next(
      batchSize === undefined || batchSize === 0 ? Number.POSITIVE_INFINITY : batchSize,
    );
    const { ended } = cursor.pages;
    this.kill(id);
    if (!ended) this.#keep(id, cursor.pages, namespace);
    const reply: Page = {
      name: 'nextBatch',
      documents,
      id: ended ? Long.ZERO : Long.fromString(id),
      namespace,
    };
    return pageReply(reply);
  }

  /** Closes a cursor; false when there is none of this number. */
  kill(id: string): boolean {
    this.#held -= this.#open.get(id)?.held ?? 0;
    return this.#open.delete(id);
  }

  /** Closes the cursors on a collection whose documents or index entries are gone. */
  killAll(namespace: string): void {
    for (const [id, cursor] of this.#open) if (cursor.namespace === namespace) this.kill(id);
  }

  #keep(id: string, pages: Pages, namespace: string): void {
    const held = pages.pause();
    const usedAt = Date.now();
    this.#held += held;
    this.#open.set(id, { pages, namespace, usedAt, held });
    for (const [other, { usedAt: last }] of this.#open) {
      const tooMuch = this.#open.size > mostCursors || this.#held > mostHeld;
      if (other === id || (!tooMuch && last >= usedAt - idleLimit)) break;
      this.kill(other);
    }
  }
}

import { Long } from 'bson';
import { MongoError } from '../errors.ts';
import type { Finding } from '../query/find.ts';
import type { Projection } from '../query/projection.ts';
import { pageReply } from '../wire/raw-document.ts';

/** The documents of a query, if its collection exists, with the projection of the client. */
export type Result = {
  namespace: string;
  finding: Finding | undefined;
  projection: Projection | undefined;
};

type OpenCursor = { pages: Pages; usedAt: number; held: number };

const firstPage = 101;
const pageBytes = 16 * 1024 * 1024;
const idleLimit = 10 * 60 * 1000;
const mostCursors = 10_000;
const mostHeld = 512 * 1024 * 1024;

/** The pages of a result: at most 16 MB each, as in MongoDB, but always one document. */
class Pages {
  readonly namespace: string;
  readonly #finding: Finding | undefined;
  readonly #projection: Projection | undefined;
  #left: Buffer | undefined;

  constructor({ namespace, finding, projection }: Result) {
    this.namespace = namespace;
    this.#finding = finding;
    this.#projection = projection;
  }

  get ended(): boolean {
    return this.#left === undefined && this.#finding?.peek() === undefined;
  }

  next(most: number): Buffer[] {
    const documents: Buffer[] = [];
    let bytes = 0;
    while (documents.length < most) {
      const raw = this.#left ?? this.#take();
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

  /** Prepares the query for other work; returns the number of bytes that it holds meanwhile. */
  pause(): number {
    this.#finding?.pause();
    return (this.#finding?.held ?? 0) + (this.#left?.length ?? 0);
  }

  #take(): Buffer | undefined {
    const raw = this.#finding?.take()?.raw;
    return raw && this.#projection ? this.#projection(raw) : raw;
  }
}

/**
 * The open cursors of all clients, the last used one at the end. A cursor that is idle for ten minutes is closed, and so are the least
 * recently used ones if there are too many or they hold too much.
 */
export class Cursors {
  readonly #open = new Map<string, OpenCursor>();
  #held = 0;
  #last = 0;

  /** Replies with the first page and keeps the rest, if there is any. */
  first(result: Result, options: { batchSize: number | undefined; single: boolean }): Buffer {
    const pages = new Pages(result);
    const documents = pages.next(options.batchSize ?? firstPage);
    const isWhole = options.single || pages.ended;
    const id = isWhole
      ? Long.ZERO
      : Long.fromNumber(Date.now() * 1000 + (this.#last = (this.#last + 1) % 1000));
    if (!isWhole) this.#keep(id.toString(), pages);
    return pageReply({ name: 'firstBatch', documents, id, namespace: pages.namespace });
  }

  /** Replies with the next page. */
  next(id: string, namespace: string, batchSize: number | undefined): Buffer {
    const pages = this.#open.get(id)?.pages;
    if (pages?.namespace !== namespace) throw new MongoError(43, `cursor id ${id} not found`);
    const documents = pages.next(batchSize || Number.POSITIVE_INFINITY);
    const { ended } = pages;
    this.kill(id);
    if (!ended) this.#keep(id, pages);
    return pageReply({
      name: 'nextBatch',
      documents,
      id: ended ? Long.ZERO : Long.fromString(id),
      namespace,
    });
  }

  /** Closes a cursor; false if it is not open. */
  kill(id: string): boolean {
    this.#held -= this.#open.get(id)?.held ?? 0;
    return this.#open.delete(id);
  }

  /** Closes the cursors on a collection whose documents or index entries are gone. */
  killAll(namespace: string): void {
    for (const [id, cursor] of this.#open) if (cursor.pages.namespace === namespace) this.kill(id);
  }

  #keep(id: string, pages: Pages): void {
    const held = pages.pause();
    const usedAt = Date.now();
    this.#held += held;
    this.#open.set(id, { pages, usedAt, held });
    for (const [other, { usedAt: last }] of this.#open) {
      const tooMuch = this.#open.size > mostCursors || this.#held > mostHeld;
      if (other === id || (!tooMuch && last >= usedAt - idleLimit)) break;
      this.kill(other);
    }
  }
}

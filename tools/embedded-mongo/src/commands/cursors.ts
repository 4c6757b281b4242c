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
};

type OpenCursor = { source: Source; namespace: string; usedAt: number };

const firstPage = 101;
const pageBytes = 16 * 1024 * 1024;
const idleLimit = 10 * 60 * 1000;

/** The open cursors of all clients; one that nobody asked for in ten minutes is closed. */
export class Cursors {
  readonly #open = new Map<string, OpenCursor>();
  #last = 0;

  /** Answers with the first page and keeps the rest, if there is any. */
  first(
    namespace: string,
    source: Source,
    options: { batchSize?: number | undefined; single?: boolean },
  ): Buffer {
    const documents = page(source, options.batchSize ?? firstPage);
    if (options.single || source.ended())
      return pageReply({ name: 'firstBatch', documents, id: Long.ZERO, namespace });
    this.#closeIdle();
    const id = Long.fromNumber(Date.now() * 1000 + (this.#last = (this.#last + 1) % 1000));
    source.pause();
    this.#open.set(id.toString(), { source, namespace, usedAt: Date.now() });
    return pageReply({ name: 'firstBatch', documents, id, namespace });
  }

  /** Answers with the next page. */
  next(id: string, namespace: string, batchSize: number | undefined): Buffer {
    const cursor = this.#open.get(id);
    if (!cursor || cursor.namespace !== namespace) throw new MongoError(43, `cursor id ${id} not found`);
    const documents = page(
      cursor.source,
      batchSize === undefined || batchSize === 0 ? Number.POSITIVE_INFINITY : batchSize,
    );
    const ended = cursor.source.ended();
    if (ended) this.#open.delete(id);
    else cursor.source.pause();
    cursor.usedAt = Date.now();
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
    return this.#open.delete(id);
  }

  #closeIdle(): void {
    const oldest = Date.now() - idleLimit;
    for (const [id, { usedAt }] of this.#open) if (usedAt < oldest) this.#open.delete(id);
  }
}

function page(source: Source, most: number): Buffer[] {
  const documents: Buffer[] = [];
  let bytes = 0;
  while (documents.length < most && bytes < pageBytes) {
    const raw = source.take();
    if (!raw) break;
    documents.push(raw);
    bytes += raw.length;
  }
  return documents;
}

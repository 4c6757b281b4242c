import { firstEntryIdAt } from '@estate/contracts';
import { Batcher } from '../mongo/batcher.ts';
import { isDuplicateKey } from '../mongo/driver-errors.ts';
import { insertEach } from '../mongo/insert-each.ts';
import type { Refusal } from '../mongo/insert-each.ts';
import { page } from '../mongo/page.ts';
import { endsOf } from './statistics-part.ts';
import type { DayPeriod } from './statistics-part.ts';
import type { DocumentPage } from '../mongo/page.ts';
import type { Collection, Filter } from 'mongodb';

const BATCH_MAX = 100;
const DAY_MS = 86_400_000;

/** An entry of a timeline as a service stores it. `id` is also its cursor. */
export interface KeptEntry {
  id: string;
  at: Date;
  propertyId: string;
  listingId?: string;
}

export type TimelineDoc<E extends KeptEntry> = Omit<E, 'id'> & {
  _id: string;
  accountId: string;
  expiresAt: Date;
};

/** The owner of a timeline. */
export type TimelineOf = { propertyId: string } | { listingId: string };

interface Query {
  limit: number;
  startAfter?: string | undefined;
}

/** Entries of timelines in a collection of their own. Saving an entry again changes nothing. */
export class TimelineStore<E extends KeptEntry> {
  readonly #docs: Collection<TimelineDoc<E>>;
  readonly #keptMs: number;
  readonly #adding: Batcher<TimelineDoc<E>, Refusal>;

  constructor(docs: Collection<TimelineDoc<E>>, keptDays: number) {
    this.#docs = docs;
    this.#keptMs = keptDays * DAY_MS;
    this.#adding = new Batcher((batch: TimelineDoc<E>[]) => insertEach(docs, batch), BATCH_MAX);
  }

  /** Adds entries; resolves when all are saved. */
  async add(accountId: string, entries: readonly E[]): Promise<void> {
    const refusals = await Promise.all(
      entries.map((entry) => this.#adding.do(this.#docOf(accountId, entry))),
    );
    const refusal = refusals.find((error) => error !== undefined && !isDuplicateKey(error));
    if (refusal) throw refusal;
  }

  /** A page of entries, newest first. */
  page(
    accountId: string,
    of: TimelineOf,
    { limit, startAfter }: Query,
  ): Promise<DocumentPage<TimelineDoc<E>>> {
    return page(this.#docs, this.#filter(accountId, of), { limit, startAfter, order: 'desc' });
  }

  /** The newest entries of a period, up to a number. */
  between(
    accountId: string,
    of: TimelineOf,
    { most, ...period }: DayPeriod & { most: number },
  ): Promise<TimelineDoc<E>[]> {
    const [from, to] = endsOf(period).map(firstEntryIdAt);
    const inTime = { ...this.#filter(accountId, of), _id: { $gte: from, $lt: to } } as Filter<TimelineDoc<E>>;
    return this.#docs.find(inTime).sort({ _id: -1 }).limit(most).toArray() as Promise<TimelineDoc<E>[]>;
  }

  /** Any entry of a timeline. */
  async any(accountId: string, of: TimelineOf): Promise<TimelineDoc<E> | null> {
    return (await this.#docs.findOne(this.#filter(accountId, of))) as TimelineDoc<E> | null;
  }

  #filter(accountId: string, of: TimelineOf): Filter<TimelineDoc<E>> {
    return { accountId, ...of } as unknown as Filter<TimelineDoc<E>>;
  }

  #docOf(accountId: string, { id, ...entry }: E): TimelineDoc<E> {
    const expiresAt = new Date(entry.at.getTime() + this.#keptMs);
    return { _id: id, accountId, ...entry, expiresAt };
  }
}

/** Merges entries of a timeline from several sources, newest first. Of entries with the same id, the first one stays. */
export function newestOf<E extends { id: string }>(entries: readonly E[], { limit, startAfter }: Query) {
  const byId = new Map<string, E>();
  for (const entry of entries) if (!byId.has(entry.id)) byId.set(entry.id, entry);
  const sorted = [...byId.values()]
    .filter(({ id }) => startAfter === undefined || id < startAfter)
    .toSorted((a, b) => (a.id < b.id ? 1 : -1));
  return { hasMore: sorted.length > limit, data: sorted.slice(0, limit) };
}

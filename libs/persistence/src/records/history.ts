import type { Collection, Filter, UpdateFilter } from 'mongodb';
import type { KeptEntry, TimelineStore } from './timeline-store.ts';

/** The number of entries in a document at which the next change moves them to the timeline. */
const ENTRIES_MAX = 40;

/** The recent changes of a document, oldest first, which are written together with it. */
export interface WithHistory<E extends KeptEntry> {
  history?: E[];
}

interface Recording<E extends KeptEntry> extends WithHistory<E> {
  _id: string;
  accountId: string;
}

/** The entries of timelines that documents record with their own writes, until they move to the timeline. */
export class History<E extends KeptEntry> {
  readonly #docs: Collection<Recording<E>>;
  readonly #timeline: Pick<TimelineStore<E>, 'add'>;

  constructor(docs: Collection<Recording<E>>, timeline: Pick<TimelineStore<E>, 'add'>) {
    this.#docs = docs;
    this.#timeline = timeline;
  }

  /** Moves the entries of a document with many, before another one is added. Safe to interrupt and to run twice. */
  async makeRoom(id: string): Promise<void> {
    const full = { _id: id, [`history.${ENTRIES_MAX - 1}`]: { $exists: true } } as Filter<Recording<E>>;
    const doc = await this.#docs.findOne(full, { projection: { accountId: 1, history: 1 } });
    if (!doc) return;
    const { accountId, history = [] } = doc as Recording<E>;
    await this.#timeline.add(accountId, history);
    const moved = history.map((entry) => entry.id);
    const pull = { $pull: { history: { id: { $in: moved } } } } as unknown as UpdateFilter<Recording<E>>;
    await this.#docs.updateOne({ _id: id }, pull);
  }

  /** Copies the entries of a document that is about to be removed. */
  keep({ accountId, history = [] }: Omit<Recording<E>, '_id'>): Promise<void> {
    return this.#timeline.add(accountId, history);
  }
}

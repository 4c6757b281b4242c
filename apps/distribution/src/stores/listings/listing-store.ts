import { Batcher, isDuplicateKey, page, unchanged } from '@estate/persistence';
import type { Collection, Filter, OutboxRelay, PageQuery, UpdateFilter } from '@estate/persistence';
import type { Cause, ListingRecord } from '../../domain/listing.ts';
import { DueListings } from './due-listings.ts';
import { fromListingDoc, toListingDoc } from './listing-document.ts';
import type { ListingDoc } from './listing-document.ts';
import { ListingProgress } from './listing-progress.ts';

interface ListingQuery extends PageQuery {
  propertyId?: string | undefined;
  targetId?: string | undefined;
  published?: boolean | undefined;
}

/** Why a listing is to be published again. */
interface Reason extends Cause {
  at: Date;
}

/** With `seen` a listing is changed only as long as what a customer sees of it is as it was then. */
interface IfSeen {
  seen?: ListingRecord | undefined;
}

type Listed = Pick<ListingDoc, 'propertyId' | 'targetId' | 'heardRevision' | 'dueAt'>;

const live = (accountId: string, id: string, { seen }: IfSeen): Filter<ListingDoc> => ({
  _id: id,
  accountId,
  state: 'live',
  ...(seen && unchanged(seen, SHOWN)),
});

const SHOWN = [
  'preventPublication',
  'published',
  'updatedAt',
  'publicUrl',
  'lastPublishedAt',
  'lastError',
] as const;

/** More packages than are sent of a listing between two backups. */
const LOST_AT_MOST = 10_000;

/**
 * Everything that the collection `listings` is read and written by: here for the API and the facts of the catalog, `due` and
 * `progress` for the lanes.
 */
export class ListingStore {
  readonly #docs: Collection<ListingDoc>;
  readonly #ofProperty = new Batcher((propertyIds: string[]) => this.#listed(propertyIds));
  readonly due: DueListings;
  readonly progress: ListingProgress;

  constructor(docs: Collection<ListingDoc>, relay: Pick<OutboxRelay, 'sent'>) {
    this.#docs = docs;
    this.due = new DueListings(docs);
    this.progress = new ListingProgress(docs, relay);
  }

  /** Inserts a pending listing; returns the listing that is already there instead, if any. */
  async insert(record: ListingRecord): Promise<ListingRecord | undefined> {
    for (;;) {
      try {
        await this.#docs.insertOne(toListingDoc(record));
        return undefined;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        const { id, propertyId, targetId } = record;
        const existing =
          (await this.#find({ _id: id })) ?? (await this.#find({ propertyId, targetId, counts: true }));
        if (existing) return existing;
      }
    }
  }

  /** Makes a pending listing live and due; null when it was removed meanwhile. A second call changes nothing. */
  async confirm(id: string, at: Date): Promise<ListingRecord | null> {
    const confirmed = await this.#update(
      { _id: id, state: 'pending' },
      { $set: { state: 'live', dueAt: at }, $unset: { pendingSince: '' } },
    );
    return confirmed ?? (await this.#find({ _id: id, state: 'live' }));
  }

  async removePending(id: string): Promise<void> {
    await this.#docs.deleteOne({ _id: id, state: 'pending' });
  }

  async removePendingOfProperty(propertyId: string): Promise<void> {
    await this.#docs.deleteMany({ propertyId, state: 'pending' });
  }

  async pendingSince(before: Date, limit: number): Promise<ListingRecord[]> {
    const filter = { pendingSince: { $lt: before } };
    return (await this.#docs.find(filter).limit(limit).toArray()).map(fromListingDoc);
  }

  /** Whatever became of it. */
  peek(accountId: string, id: string): Promise<ListingRecord | null> {
    return this.#find({ _id: id, accountId });
  }

  find(accountId: string, id: string): Promise<ListingRecord | null> {
    return this.#find({ _id: id, accountId, state: 'live' });
  }

  async list(accountId: string, { propertyId, targetId, published, ...query }: ListingQuery) {
    const filter: Filter<ListingDoc> = {
      accountId,
      state: 'live',
      ...(propertyId !== undefined && { propertyId }),
      ...(targetId !== undefined && { targetId }),
      ...(published !== undefined && { published }),
    };
    const { hasMore, docs } = await page(this.#docs, filter, query);
    return { hasMore, data: docs.map(fromListingDoc) };
  }

  /** Pending ones count: their creation may still succeed. */
  countOfProperty(accountId: string, propertyId: string): Promise<number> {
    return this.#docs.countDocuments({ accountId, propertyId, state: { $in: ['pending', 'live'] } });
  }

  countOfTarget(targetId: string): Promise<number> {
    return this.#docs.countDocuments({ targetId, state: { $in: ['pending', 'live'] } });
  }

  /** Publish again, now, with all attempts before it. */
  makeDue(accountId: string, id: string, reason: Reason): Promise<ListingRecord | null> {
    return this.#update(live(accountId, id, {}), dueNow(reason));
  }

  /** The same with what a customer may change; left out, it becomes unset. */
  replace(
    accountId: string,
    id: string,
    { preventPublication, seen, ...reason }: Reason & IfSeen & Pick<ListingRecord, 'preventPublication'>,
  ): Promise<ListingRecord | null> {
    const { $set, $inc } = dueNow(reason);
    const update =
      preventPublication === undefined
        ? { $set, $inc, $unset: { preventPublication: '' as const } }
        : { $set: { ...$set, preventPublication }, $inc };
    return this.#update(live(accountId, id, { seen }), update);
  }

  /**
   * The same for everything that a target still has to do, unpublishing included; what the token made due before, as the
   * worker that finishes what a crash left half-made may have done, stays as it is.
   */
  async makeDueOfTarget(
    targetId: string,
    { restored, token, ...reason }: Reason & { token: string; restored?: true },
  ): Promise<void> {
    const $set = { ...dueFor(reason), republishToken: token };
    const version = { 'wanted.version': 1 };
    await this.#docs.updateMany(
      { targetId, state: { $in: ['live', 'deleted'] }, republishToken: { $ne: token } },
      restored
        ? {
            $set: { ...$set, everUploaded: true, heardRevision: 0 },
            $inc: { ...version, sequence: LOST_AT_MOST },
          }
        : { $set, $inc: version },
    );
  }

  /** Makes the listings due that have not yet seen the revision; returns the targets whose lanes to wake. */
  async makeDueOfRevision(propertyId: string, revision: number, reason: Reason): Promise<string[]> {
    const listings = await this.#ofProperty.do(propertyId);
    const behind = listings.filter(({ heardRevision }) => heardRevision < revision);
    if (behind.length > 0) {
      await this.#docs.updateMany(
        { propertyId, state: 'live', heardRevision: { $lt: revision } },
        {
          $set: { heardRevision: revision, ...dueFor(reason) },
          $inc: { 'wanted.version': 1 },
        },
      );
    }
    // Those that were due before are woken for, too: this may be the redelivery of a fact whose wake-up call got lost.
    const due = listings.filter(({ dueAt }) => dueAt !== undefined && dueAt <= reason.at);
    return [...new Set([...behind, ...due].map(({ targetId }) => targetId))];
  }

  /** Most properties are listed nowhere when they change: what several facts ask for is one look. */
  async #listed(propertyIds: string[]): Promise<Listed[][]> {
    const projection = { propertyId: 1, targetId: 1, heardRevision: 1, dueAt: 1 };
    const docs: Listed[] = await this.#docs
      .find({ propertyId: { $in: propertyIds }, state: 'live' }, { projection })
      .toArray();
    return propertyIds.map((id) => docs.filter(({ propertyId }) => propertyId === id));
  }

  /** From here on the listing is invisible and does not count; returns it as it was seen last. */
  delete(accountId: string, id: string, reason: Reason & IfSeen): Promise<ListingRecord | null> {
    return this.#update(live(accountId, id, reason), deletion(reason));
  }

  async deleteOfProperty(propertyId: string, reason: Reason): Promise<number> {
    const result = await this.#docs.updateMany({ propertyId, state: 'live' }, deletion(reason));
    return result.modifiedCount;
  }

  async #find(filter: Filter<ListingDoc>): Promise<ListingRecord | null> {
    const doc = await this.#docs.findOne(filter);
    return doc && fromListingDoc(doc);
  }

  async #update(filter: Filter<ListingDoc>, update: UpdateFilter<ListingDoc>): Promise<ListingRecord | null> {
    const doc = await this.#docs.findOneAndUpdate(filter, update, { returnDocument: 'after' });
    return doc && fromListingDoc(doc);
  }
}

const dueFor = ({ at, requestId, traceparent }: Reason) => ({
  dueAt: at,
  attempt: 0,
  'wanted.requestId': requestId,
  ...(traceparent !== undefined && { 'wanted.traceparent': traceparent }),
});

const dueNow = (reason: Reason) => ({
  $set: { ...dueFor(reason), updatedAt: reason.at },
  $inc: { 'wanted.version': 1 },
});

const deletion = (reason: Reason) => ({
  $set: {
    ...dueFor(reason),
    state: 'deleted' as const,
    'wanted.action': 'delete' as const,
    updatedAt: reason.at,
  },
  $inc: { 'wanted.version': 1 },
  $unset: { counts: '' as const },
});

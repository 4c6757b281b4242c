import type { PropertySummary } from '@estate/contracts';
import { Batcher, isDuplicateKey, newId, unchanged } from '@estate/persistence';
import type { Collection, Filter, History, OutboxRelay, TimelineOf, UpdateFilter } from '@estate/persistence';
import type { ListingRecord } from '../../domain/listing.ts';
import { listingEntry } from '../../domain/timeline.ts';
import type { ListingChange, ListingEntry } from '../../domain/timeline.ts';
import { LOST_AT_MOST } from '../../domain/unknown-object.ts';
import { historyOf } from '../listing-timeline.ts';
import type { ListingTimeline } from '../listing-timeline.ts';
import { deletion, dueFor, dueNow } from './due-updates.ts';
import type { Reason } from './due-updates.ts';
import { DueListings } from './due-listings.ts';
import { ListingAnswers } from './listing-answers.ts';
import { ListingClosings } from './listing-closings.ts';
import { ALL_FILES_AGAIN, SHOWN, fromListingDoc, summarized, toListingDoc } from './listing-document.ts';
import type { ListingDoc } from './listing-document.ts';
import { listListings } from './listing-lists.ts';
import type { ListingPage, ListingSelection } from './listing-lists.ts';
import { ListingProgress } from './listing-progress.ts';
import { wishedUpdate } from './listing-wish.ts';
import type { Wish } from './listing-wish.ts';
import { PlannedListings } from './planned-listings.ts';

/** With `seen` a listing is changed only as long as what a customer sees of it is as it was then. */
interface IfSeen {
  seen?: ListingRecord | undefined;
}

/** A revision of a property, with its summary unless an older catalog sent it. */
interface Revision {
  propertyId: string;
  revision: number;
  summary?: PropertySummary | undefined;
}

/** A listing, with what its timeline says of it. */
type ListingKey = Pick<ListingRecord, 'id' | 'accountId' | 'propertyId' | 'targetId'>;

type Listed = Pick<ListingDoc, 'accountId' | 'propertyId' | 'targetId' | 'heardRevision' | 'dueAt'>;

const live = (accountId: string, id: string, { seen }: IfSeen): Filter<ListingDoc> => ({
  _id: id,
  accountId,
  state: 'live',
  ...(seen && unchanged(seen, SHOWN)),
});

/**
 * Everything that the collection `listings` is read and written by: here for the API and the facts of the catalog, `due` and
 * `progress` for the lanes, `planned` for planned times, `closings` while an account is closed.
 */
export class ListingStore {
  readonly #docs: Collection<ListingDoc>;
  readonly #history: History<ListingEntry>;
  readonly #ofProperty = new Batcher((propertyIds: string[]) => this.#listed(propertyIds));
  readonly due: DueListings;
  readonly progress: ListingProgress;
  readonly answers: ListingAnswers;
  readonly closings: ListingClosings;
  readonly planned: PlannedListings;

  constructor(
    docs: Collection<ListingDoc>,
    relay: Pick<OutboxRelay, 'sent'>,
    timeline: Pick<ListingTimeline, 'add'>,
  ) {
    this.#docs = docs;
    this.#history = historyOf(docs, timeline);
    this.due = new DueListings(docs);
    this.closings = new ListingClosings(docs);
    this.planned = new PlannedListings(docs);
    this.answers = new ListingAnswers(docs, { relay, history: this.#history });
    this.progress = new ListingProgress(docs, { relay, history: this.#history });
  }

  /** Inserts a pending listing; returns the listing that is already there instead, if any. */
  async insert(record: ListingRecord): Promise<ListingRecord | undefined> {
    for (;;) {
      try {
        await this.#docs.insertOne(toListingDoc(record));
        return undefined;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        const { id, accountId, propertyId, targetId } = record;
        const counted = { accountId, propertyId, targetId, counts: true as const };
        const existing = (await this.#find({ _id: id, accountId })) ?? (await this.#find(counted));
        if (existing) return existing;
      }
    }
  }

  /** Makes a pending listing live and due; null when it was removed meanwhile. A second call changes nothing. */
  async confirm(
    id: string,
    at: Date,
    { summary, revision = 0 }: Pick<Revision, 'summary'> & { revision?: number | undefined } = {},
  ): Promise<ListingRecord | null> {
    const listed = { standing: 'pending' as const, heardRevision: revision, ...summarized(summary) };
    const confirmed = await this.#update(
      { _id: id, state: 'pending' },
      { $set: { state: 'live', dueAt: at, ...listed }, $unset: { pendingSince: '' } },
    );
    return confirmed ?? (await this.#find({ _id: id, state: 'live' }));
  }

  async removePending(id: string): Promise<void> {
    await this.#docs.deleteOne({ _id: id, state: 'pending' });
  }

  async removePendingOfProperty(accountId: string, propertyId: string): Promise<void> {
    await this.#docs.deleteMany({ accountId, propertyId, state: 'pending' });
  }

  async pendingSince(before: Date, limit: number): Promise<ListingRecord[]> {
    const filter = { pendingSince: { $lt: before } };
    return (await this.#docs.find(filter).limit(limit).toArray()).map(fromListingDoc);
  }

  /** Finds a listing in any state. */
  peek(accountId: string, id: string): Promise<ListingRecord | null> {
    return this.#find({ _id: id, accountId });
  }

  async peekAll(accountId: string, ids: readonly string[]): Promise<ListingRecord[]> {
    return (await this.#docs.find({ _id: { $in: [...ids] }, accountId }).toArray()).map(fromListingDoc);
  }

  find(accountId: string, id: string): Promise<ListingRecord | null> {
    return this.#find({ _id: id, accountId, state: 'live' });
  }

  list(accountId: string, selection: ListingSelection): Promise<ListingPage> {
    return listListings(this.#docs, accountId, selection);
  }

  /** Pending ones count: their creation may still succeed. */
  countOfProperty(accountId: string, propertyId: string): Promise<number> {
    return this.#docs.countDocuments({ accountId, propertyId, state: { $in: ['pending', 'live'] } });
  }

  countOfTarget(targetId: string): Promise<number> {
    return this.#docs.countDocuments({ targetId, state: { $in: ['pending', 'live'] } });
  }

  /** Publish again, now, with all attempts before it. */
  makeDue(listing: ListingKey, reason: Reason): Promise<ListingRecord | null> {
    return this.#change('retried', listing, {
      filter: live(listing.accountId, listing.id, {}),
      reason,
      update: dueNow(reason),
    });
  }

  /** The same with what a customer may change; left out, it becomes unset. */
  async replace(
    present: ListingKey,
    { preventPublication, publishFrom, publishUntil, seen, ...reason }: Reason & IfSeen & Wish,
  ): Promise<ListingRecord | null> {
    const { id, accountId, propertyId, targetId } = present;
    const wish = { preventPublication, publishFrom, publishUntil };
    const change = { id, propertyId, targetId, ...wish };
    const { $set, $unset, $inc } = dueNow(reason);
    for (;;) {
      const before = seen ?? (await this.find(accountId, id));
      if (!before) return null;
      const wished = wishedUpdate(before, wish, reason.at);
      const update = { $set: { ...$set, ...wished.$set }, $unset: { ...$unset, ...wished.$unset }, $inc };
      const filter = live(accountId, id, { seen: before });
      const replaced = await this.#change('updated', change, { filter, reason, update });
      if (replaced || seen) return replaced;
    }
  }

  /**
   * The same for everything that a target still has to do, unpublishing included; what the token made due before, as the
   * worker that finishes what a crash left half-made may have done, stays as it is.
   */
  async makeDueOfTarget(
    targetId: string,
    { restored, token, ...reason }: Reason & { token: string; restored?: true },
  ): Promise<void> {
    const due = dueFor(reason);
    const $set = { ...due.$set, republishToken: token };
    const version = { 'wanted.version': 1 };
    const $unset = { ...due.$unset, ...ALL_FILES_AGAIN };
    await this.#docs.updateMany(
      { targetId, state: { $in: ['live', 'deleted'] }, republishToken: { $ne: token } },
      restored
        ? {
            $set: { ...$set, everUploaded: true, heardRevision: 0 },
            $inc: { ...version, sequence: LOST_AT_MOST },
            $unset,
          }
        : { $set, $inc: version, $unset },
    );
  }

  /** Makes the listings due that have not yet seen the revision; returns the targets whose lanes to wake. */
  async makeDueOfRevision({ propertyId, revision, summary }: Revision, reason: Reason): Promise<string[]> {
    const listings = await this.#ofProperty.do(propertyId);
    const behind = listings.filter(({ heardRevision }) => heardRevision < revision);
    if (behind[0]) {
      const { accountId } = behind[0];
      const { $set, $unset } = dueFor(reason);
      await this.#docs.updateMany(
        { accountId, propertyId, state: 'live', heardRevision: { $lt: revision } },
        {
          $set: { heardRevision: revision, ...summarized(summary), ...$set },
          $inc: { 'wanted.version': 1 },
          $unset,
        },
      );
    }
    // Listings that were due before wake their lanes, too: this may be the redelivery of a fact whose wake-up call got lost.
    const due = listings.filter(({ dueAt }) => dueAt !== undefined && dueAt <= reason.at);
    return [...new Set([...behind, ...due].map(({ targetId }) => targetId))];
  }

  /** Most properties are listed nowhere when they change: what several facts ask for is one look. */
  async #listed(propertyIds: string[]): Promise<Listed[][]> {
    const projection = { accountId: 1, propertyId: 1, targetId: 1, heardRevision: 1, dueAt: 1 };
    const filter = { propertyId: { $in: propertyIds }, state: 'live' as const };
    const docs: Listed[] = await this.#docs.find(filter, { projection }).toArray();
    return propertyIds.map((id) => docs.filter(({ propertyId }) => propertyId === id));
  }

  /** Hides the listing from lists and counts; returns it as it was seen last. */
  delete(present: ListingKey, { seen, ...reason }: Reason & IfSeen): Promise<ListingRecord | null> {
    const filter = live(present.accountId, present.id, { seen });
    return this.#change('deleted', present, { filter, reason, update: deletion(reason) });
  }

  async deleteOfProperty(accountId: string, propertyId: string, reason: Reason): Promise<number> {
    const result = await this.#docs.updateMany({ accountId, propertyId, state: 'live' }, deletion(reason));
    return result.modifiedCount;
  }

  /** The listings of a timeline with what they have recorded, whatever became of them. */
  async ofTimeline(accountId: string, of: TimelineOf): Promise<ListingRecord[]> {
    const whose = 'listingId' in of ? { _id: of.listingId } : of;
    const state = { $in: ['live' as const, 'deleted' as const, 'ended' as const] };
    return (await this.#docs.find({ accountId, ...whose, state }).toArray()).map(fromListingDoc);
  }

  /** Saves a wish of a customer and records it with the same write. */
  async #change(
    change: ListingChange,
    listing: Parameters<typeof listingEntry>[1],
    {
      filter,
      reason,
      update,
    }: { filter: Filter<ListingDoc>; reason: Reason; update: UpdateFilter<ListingDoc> },
  ): Promise<ListingRecord | null> {
    await this.#history.makeRoom(listing.id);
    return this.#update(filter, {
      ...update,
      $push: { history: listingEntry(change, listing, { ...reason, source: newId() }) },
    });
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

import { NO_ATTEMPTS } from '../../domain/publication.ts';
import type { PropertySummary } from '@estate/contracts';
import { unchanged } from '@estate/persistence';
import type { Collection, Filter, History, OutboxRelay, UpdateFilter } from '@estate/persistence';
import { standingOf } from '../../domain/listing-standing.ts';
import type { Cause, Intent, LastError, ListingRecord, SentProperty } from '../../domain/listing.ts';
import { currentAnswer } from '../../domain/platform-answer.ts';
import { isSameNumber } from '../../domain/published-number.ts';
import type { RemoteIds } from '../../domain/remote-object.ts';
import type { ListingEntry } from '../../domain/timeline.ts';
import { ALL_FILES_AGAIN, FILES_DOUBTED, fromListingDoc, summarized } from './listing-document.ts';
import type { ListingDoc } from './listing-document.ts';
import { placedUpdate, settledUpdate, supersededUpdates } from './publication-result.ts';
import type { PublicationResult } from './publication-result.ts';

interface Start {
  fence: number;
  intent: Intent;
  /** The contents that are sent; a delete message repeats those that were sent last. */
  contents?: { property: SentProperty; summary: PropertySummary; revision: number };
}

type Write = [Filter<ListingDoc>, UpdateFilter<ListingDoc>];

const UNFINISHED = { $in: ['live' as const, 'deleted' as const] };
/** The platform refused the deletion for good; it is tried again now and then, and when the target changes. */
const ABANDONED = { state: 'deleted' as const, dueAt: { $exists: false } };

/** Listings as lanes work through them. Every write names the lane's fence, so that a lane that was replaced writes nothing. */
export class ListingProgress {
  readonly #docs: Collection<ListingDoc>;
  readonly #relay: Pick<OutboxRelay, 'sent'>;
  readonly #history: Pick<History<ListingEntry>, 'keep'>;

  constructor(
    docs: Collection<ListingDoc>,
    to: { relay: Pick<OutboxRelay, 'sent'>; history: Pick<History<ListingEntry>, 'keep'> },
  ) {
    this.#docs = docs;
    this.#relay = to.relay;
    this.#history = to.history;
  }

  /**
   * The listing before this one of the same property and target that is still to be taken off; without `dueAt` that was
   * abandoned. As one at a time counts, whatever is deleted was made earlier, whatever the clocks that made the ids say.
   */
  async olderDeletion({ id, accountId, propertyId, targetId }: ListingRecord): Promise<ListingRecord | null> {
    const older = { accountId, propertyId, state: 'deleted' as const, targetId, _id: { $ne: id } };
    const doc = await this.#docs.findOne(older);
    return doc && fromListingDoc(doc);
  }

  /**
   * Makes a listing the successor of an abandoned deletion, for what that left on the platform: sending it replaces that, deleting
   * it takes that off. Returns the listing as it is by then; null when the lane was replaced.
   */
  async inherit(record: ListingRecord, left: ListingRecord, fence: number): Promise<ListingRecord | null> {
    const inherited = leftOf(left);
    const { matchedCount } = await this.#docs.updateOne(fenced(record.id, fence), { $set: inherited });
    if (matchedCount === 0) return null;
    await this.#forget({ _id: left.id, ...ABANDONED });
    return { ...record, ...inherited };
  }

  /** The listings of an account that want a property with this external id to be shown now. */
  async liveOf(accountId: string, externalId: string): Promise<ListingRecord[]> {
    const live = {
      accountId,
      state: 'live' as const,
      'summary.externalId': externalId,
      withheld: { $exists: false },
    };
    return (await this.#docs.find(live).toArray()).map(fromListingDoc);
  }

  /**
   * Makes a listing on another target with the same login the successor of a deleted one, whose object it publishes again; false if
   * it is no longer live.
   */
  async takeOver(successor: ListingRecord, left: ListingRecord, at: Date): Promise<boolean> {
    const { matchedCount } = await this.#docs.updateOne(
      { _id: successor.id, state: 'live' },
      {
        $set: {
          ...leftOf(left, successor),
          dueAt: at,
          ...NO_ATTEMPTS,
          'wanted.requestId': left.wanted.requestId,
        },
        // A lane that works on the older version cannot undo this.
        $inc: { 'wanted.version': 1 },
        $unset: ALL_FILES_AGAIN,
      },
    );
    return matchedCount === 1;
  }

  /** Forgets which files the platform has of everything on targets. */
  async doubtFiles(targetIds: readonly string[]): Promise<void> {
    const files = { targetId: { $in: [...targetIds] }, sentFiles: { $exists: true } };
    await this.#docs.updateMany(files, FILES_DOUBTED);
  }

  /** Makes due what a platform refused to take off and whose time has come again; returns the targets whose lanes to wake. */
  async retryRefused(now: Date): Promise<string[]> {
    const filter = {
      state: UNFINISHED,
      dueAt: { $exists: false },
      'stillOnline.againAt': { $lte: now },
    };
    const docs = await this.#docs.find(filter, { projection: { targetId: 1 } }).toArray();
    if (docs.length > 0) await this.#docs.updateMany(filter, { $set: { dueAt: now, ...NO_ATTEMPTS } });
    return [...new Set(docs.map(({ targetId }) => targetId))];
  }

  /** Nobody can try again what was abandoned on a target that is gone. */
  async forgetAbandoned(targetId: string): Promise<void> {
    await this.#forget({ targetId, ...ABANDONED });
  }

  /** Listings whose event still waits go when it is sent, also where it is being sent by now. */
  async #forget(abandoned: Filter<ListingDoc>): Promise<void> {
    // A deleted listing records no further changes.
    const projection = { accountId: 1, history: 1 };
    for (const doc of await this.#docs.find(abandoned, { projection }).toArray())
      await this.#history.keep(doc);
    const waiting = { ...abandoned, 'outbox.0': { $exists: true } };
    const ended = { $set: { state: 'ended' as const, removeWhenSent: true } };
    for (;;) {
      const doc = await this.#docs.findOneAndUpdate(waiting, ended, { returnDocument: 'after' });
      if (!doc) break;
      this.#relay.sent(this.#docs, doc);
    }
    await this.#docs.deleteMany({ ...abandoned, 'outbox.0': { $exists: false } });
  }

  /**
   * Notes that a package may reach the platform from now on; false when something newer is wanted, its files are doubted meanwhile, or
   * the lane was replaced.
   */
  async begin(record: ListingRecord, { fence, intent, contents }: Start): Promise<boolean> {
    const { id, formerNumber, wanted } = record;
    const asSeen = { 'wanted.version': wanted.version, ...unchanged(record, ['fileDoubts']) };
    const result = await this.#docs.updateOne(
      { ...fenced(id, fence), ...asSeen, dueAt: { $exists: true } },
      {
        $set: {
          laneFence: fence,
          intent,
          sequence: intent.sequence,
          everUploaded: true,
          ...(contents && { property: contents.property, ...summarized(contents.summary) }),
          ...(formerNumber !== undefined && { formerNumber }),
        },
        // A fact that comes late has no news: what it is about is on its way.
        ...(contents && { $max: { heardRevision: contents.revision } }),
      },
    );
    return result.matchedCount === 1;
  }

  /** Takes back that it may have been sent, when it was not. */
  async notSent({ id, wanted }: ListingRecord, fence: number): Promise<void> {
    await this.#docs.updateOne(
      { _id: id, laneFence: fence, 'wanted.version': wanted.version },
      { $set: { everUploaded: false } },
    );
  }

  /** The platform was sent everything but this listing, and shows it no more. It stays due. */
  async takenOff(
    record: ListingRecord,
    fence: number,
    { at, lastError = record.lastError }: { at: Date; lastError: LastError | undefined },
  ): Promise<void> {
    const published = false;
    const standing = standingOf({ ...record, published, lastError });
    await this.#docs.updateOne(
      { ...fenced(record.id, fence), state: 'live', 'wanted.version': record.wanted.version },
      {
        $set: { published, standing, updatedAt: at, ...(lastError && { lastError }) },
        $unset: { publicUrl: '', publishedRevision: '' },
      },
    );
  }

  /** Keeps what the platform calls things, whatever is wanted by now: it is true as soon as the platform has said so. */
  async remember({ id }: ListingRecord, fence: number, { objectId }: RemoteIds): Promise<void> {
    await this.#docs.updateOne(
      fenced(id, fence),
      objectId === undefined ? { $unset: { remote: '' } } : { $set: { remote: { objectId } } },
    );
  }

  /** Saves a result and its event in one write. False when a newer wish made the result meaningless, or the lane was replaced. */
  async settle(record: ListingRecord, fence: number, result: PublicationResult): Promise<boolean> {
    const { id, wanted } = record;
    // The document may be removed at once. A deleted listing records no further changes.
    if (result.kind === 'ended') await this.#history.keep(record);
    const asWanted = { ...fenced(id, fence), 'wanted.version': wanted.version };
    const isTakenOff = result.kind === 'ended' && result.takenOff;
    const attempts: Write[] = [[isTakenOff ? fenced(id, fence) : asWanted, settledUpdate(record, result)]];
    // A fetch may have shown the listing in between.
    if (result.kind === 'placed') {
      const { published } = record;
      attempts[0] = [{ ...asWanted, published }, settledUpdate(record, result)];
      attempts.push([{ ...asWanted, published: !published }, placedUpdate(record, result, !published)]);
    }
    // Something newer is wanted, so the listing stays due; that this version went out, or the object off, is still true.
    if (result.kind === 'published' || (result.kind === 'withheld' && result.event)) {
      const updates = supersededUpdates(record, result);
      attempts.push(
        ...updates.map(([filter, update]) => [{ ...fenced(id, fence), ...filter }, update] as Write),
      );
    }
    for (const [filter, { $set, ...others }] of attempts) {
      const update = { ...others, $set: { ...$set, laneFence: fence } } as UpdateFilter<ListingDoc>;
      const doc = await this.#docs.findOneAndUpdate(filter, update, { returnDocument: 'after' });
      if (!doc) continue;
      if (doc.outbox?.length) this.#relay.sent(this.#docs, doc);
      await this.#forgetOutdated(doc);
      return true;
    }
    return false;
  }

  /** Lists find listings by what the platform said of the last package; one that is outdated is shown nowhere. */
  async #forgetOutdated(doc: ListingDoc): Promise<void> {
    const { _id, platformAnswer } = doc;
    if (!platformAnswer || currentAnswer(fromListingDoc(doc))) return;
    const outdated = { _id, 'platformAnswer.sequence': platformAnswer.sequence };
    await this.#docs.updateOne(outdated, { $unset: { platformAnswer: '' } });
  }

  /** Has everything sent again that a portal may have taken off together with a former number of a listing. */
  async republishSharers(
    { id, targetId, wanted }: ListingRecord,
    formerNumber: string,
    at: Date,
  ): Promise<void> {
    const live = { targetId, state: 'live' as const, _id: { $ne: id } };
    const projection = { 'property.externalId': 1, 'property.publishedAs': 1 };
    const sharers: string[] = [];
    for await (const { _id, property } of this.#docs.find(live, { projection })) {
      if (property && isSameNumber(property, formerNumber)) sharers.push(_id);
    }
    await this.republish(
      sharers.map((sharer) => ({ id: sharer })),
      wanted,
      at,
    );
  }

  /** Has listings sent again, as the platform may have taken them off. */
  async republish(
    listings: readonly Pick<ListingRecord, 'id'>[],
    { requestId, actor }: Cause,
    at: Date,
  ): Promise<void> {
    if (listings.length === 0) return;
    const reason = { dueAt: at, ...NO_ATTEMPTS, 'wanted.requestId': requestId };
    await this.#docs.updateMany(
      { _id: { $in: listings.map(({ id }) => id) }, state: 'live' },
      {
        $set: { ...reason, ...(actor && { 'wanted.actor': actor }) },
        $inc: { 'wanted.version': 1 },
        $unset: { ...ALL_FILES_AGAIN, ...(!actor && { 'wanted.actor': '' as const }) },
      },
    );
  }
}

/** The remains of a deleted listing on the platform, as far as its successor has nothing newer. */
const leftOf = (
  { formerNumber, property, remote }: ListingRecord,
  has: Partial<Pick<ListingRecord, 'property' | 'remote'>> = {},
) => ({
  everUploaded: true,
  ...(property && !has.property && { property }),
  ...(remote && !has.remote && { remote }),
  ...(formerNumber !== undefined && { formerNumber }),
});

const fenced = (id: string, fence: number): Filter<ListingDoc> => ({
  _id: id,
  state: UNFINISHED,
  laneFence: { $lte: fence },
});

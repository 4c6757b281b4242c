import { isDuplicateKey, newId } from '@estate/persistence';
import type { Collection, Filter } from '@estate/persistence';
import type { FeedToken } from '../domain/feed.ts';
import type { FeedTarget, TargetRecord } from '../domain/target.ts';
import { LAST_ID, within } from './feed-fragment.ts';
import type {
  FetchedFragment,
  Fragment,
  FragmentDoc,
  FragmentForm,
  FragmentIn,
  ListingRange,
} from './feed-fragment.ts';
import type { FeedPortions, Portion } from './feed-portions.ts';
import { VISIBLE, fromTargetDoc } from './targets/target-document.ts';
import type { TargetDoc } from './targets/target-document.ts';

const READ_AT_ONCE = 1000;

/** A feed with more changes since its last fetch gets a document that is made from nothing. */
const CHANGES_KEPT = 100;

/**
 * The content of feeds. Every change is written before the feed counts it: a document that was made in between contains at least what
 * its number says.
 */
export class FeedStore {
  readonly #targets: Collection<TargetDoc>;
  readonly #fragments: Collection<FragmentDoc>;
  readonly #portions: FeedPortions;

  constructor(targets: Collection<TargetDoc>, fragments: Collection<FragmentDoc>, portions: FeedPortions) {
    this.#targets = targets;
    this.#fragments = fragments;
    this.#portions = portions;
  }

  find(targetId: string): Promise<FeedTarget | null> {
    return this.#find({ _id: targetId });
  }

  findByToken(tokenHash: string): Promise<FeedTarget | null> {
    return this.#find({ 'feed.tokenHash': tokenHash });
  }

  /** The former token ends. Null if the account has no such target, or the target has no feed. */
  async rotate(
    { accountId, id }: Pick<TargetRecord, 'accountId' | 'id'>,
    { tokenHash, sealedToken }: FeedToken,
    at: Date,
  ): Promise<TargetRecord | null> {
    const doc = await this.#targets.findOneAndUpdate(
      { _id: id, accountId, feed: { $exists: true }, ...VISIBLE },
      { $set: { 'feed.tokenHash': tokenHash, 'feed.sealedToken': sealedToken, updatedAt: at } },
      { returnDocument: 'after' },
    );
    return doc && fromTargetDoc(doc);
  }

  /** A publication that is retried leaves what is known of its fetches; one that comes late leaves a newer one. */
  async put({ listingId, ...content }: Fragment, at: Date): Promise<void> {
    const same = { _id: listingId, sequence: content.sequence };
    const { matchedCount } = await this.#fragments.updateOne(same, { $set: content });
    if (matchedCount === 0) {
      const older = { _id: listingId, sequence: { $lt: content.sequence } };
      try {
        await this.#fragments.replaceOne(older, { ...content, isNew: true }, { upsert: true });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
    }
    await this.#changed({ targetId: content.targetId, listingId }, at);
  }

  /** Also counted when nothing is left to remove: an earlier attempt may have ended in between. */
  async remove(
    { listingId, targetId, sequence }: Pick<Fragment, 'listingId' | 'sequence' | 'targetId'>,
    at: Date,
  ): Promise<void> {
    await this.#fragments.deleteOne({ _id: listingId, sequence: { $lte: sequence } });
    await this.#changed({ targetId, listingId }, at);
  }

  /** True if something of a feed has not been fetched yet, as far as is noted. */
  async isAnyNew(targetId: string): Promise<boolean> {
    const unfetched = { targetId, isNew: true as const };
    return (await this.#fragments.findOne(unfetched, { projection: { _id: 1 } })) !== null;
  }

  /** The fragments that no fetch of a feed has contained yet, as far as is noted. */
  async newOf(targetId: string): Promise<FetchedFragment[]> {
    const docs = await this.#fragments
      .find({ targetId, isNew: true as const })
      .project<Pick<FragmentDoc, '_id' | 'sequence'>>({ sequence: 1 })
      .toArray();
    return docs.map(({ _id: listingId, sequence }) => ({ listingId, sequence }));
  }

  count(targetId: string): Promise<number> {
    return this.#fragments.countDocuments({ targetId });
  }

  /** The content of one kind of documents of a feed, or only of these listings, in the order of the listings. */
  async *contents(
    targetId: string,
    form: FragmentForm,
    of: readonly string[] | ListingRange = { after: '', upTo: LAST_ID },
  ): AsyncGenerator<FragmentIn[]> {
    const cursor = this.#fragments
      .find('after' in of ? within(of, targetId) : { targetId, _id: { $in: [...of] } })
      .project<FragmentDoc>({ sequence: 1, isNew: 1, [form]: 1 })
      .sort({ _id: 1 })
      .batchSize(READ_AT_ONCE);
    while (await cursor.hasNext())
      yield cursor.readBufferedDocuments().map(({ [form]: text, ...about }) => ({ ...about, text }));
  }

  /** The packed part of it; the rest is between the portions. */
  portions(target: FeedTarget, form: FragmentForm): AsyncGenerator<Portion> {
    return this.#portions.read(target, form);
  }

  /** Packs what has changed. Of a feed that was deleted, nothing stays packed. */
  async pack(targetId: string): Promise<void> {
    const target = await this.find(targetId);
    if (target) await this.#portions.pack(target);
    else await this.#portions.dropAll(targetId);
  }

  async noteFetched(contained: readonly FetchedFragment[], at: Date): Promise<void> {
    for (let from = 0; from < contained.length; from += READ_AT_ONCE) {
      const writes = contained.slice(from, from + READ_AT_ONCE).map(({ listingId: _id, sequence }) => ({
        updateOne: {
          filter: { _id, sequence, isNew: true as const },
          update: { $set: { fetchedAt: at }, $unset: { isNew: '' as const } },
        },
      }));
      await this.#fragments.bulkWrite(writes, { ordered: false });
    }
  }

  /** Fragments whose listings do not know yet that they were fetched. */
  async fetched(limit: number): Promise<(FetchedFragment & { fetchedAt: Date })[]> {
    const docs = await this.#fragments
      .find({ fetchedAt: { $exists: true } })
      .project<Pick<FragmentDoc, '_id' | 'sequence'> & { fetchedAt: Date }>({ sequence: 1, fetchedAt: 1 })
      .limit(limit)
      .toArray();
    return docs.map(({ _id: listingId, ...fetched }) => ({ listingId, ...fetched }));
  }

  async told({ listingId: _id, sequence }: FetchedFragment): Promise<void> {
    await this.#fragments.updateOne({ _id, sequence }, { $unset: { fetchedAt: '' } });
  }

  async #find(filter: Filter<TargetDoc>): Promise<FeedTarget | null> {
    const doc = await this.#targets.findOne({ feed: { $exists: true }, ...VISIBLE, ...filter });
    return doc && (fromTargetDoc(doc) as FeedTarget);
  }

  async #changed({ targetId, listingId }: { targetId: string; listingId: string }, at: Date): Promise<void> {
    await this.#portions.drop({ targetId, listingId });
    const recent = { $each: [{ id: newId(), listingId }], $slice: -CHANGES_KEPT };
    await this.#targets.updateOne(
      { _id: targetId, feed: { $exists: true } },
      {
        $inc: { 'feed.change': 1, 'feed.changesInPortions': 1 },
        $max: { 'feed.changedAt': at },
        $push: { 'feed.recent': recent },
      },
    );
  }
}

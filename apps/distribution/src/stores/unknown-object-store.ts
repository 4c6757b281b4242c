import { isDuplicateKey, page } from '@estate/persistence';
import type { Collection, PageQuery } from '@estate/persistence';
import type { SentProperty } from '../domain/listing.ts';
import { deletionOfUnknown } from '../domain/unknown-object.ts';
import type { UnknownObjectRecord } from '../domain/unknown-object.ts';
import { toListingDoc } from './listings/listing-document.ts';
import type { ListingDoc } from './listings/listing-document.ts';

export type UnknownObjectDoc = Omit<UnknownObjectRecord, 'id'> & { _id: string };

const CHECKED_MAX = 1000;

/** Objects on platforms whose listings were lost with a restored backup. */
export class UnknownObjectStore {
  readonly #docs: Collection<UnknownObjectDoc>;
  readonly #listings: Collection<ListingDoc>;

  constructor(docs: Collection<UnknownObjectDoc>, listings: Collection<ListingDoc>) {
    this.#docs = docs;
    this.#listings = listings;
  }

  /** Returns the listings, by id, that are not stored. */
  async withoutListing(ids: readonly string[]): Promise<string[]> {
    const docs = await this.#listings.find({ _id: { $in: [...ids] } }, { projection: { _id: 1 } }).toArray();
    const stored = new Set(docs.map(({ _id }) => _id));
    return ids.filter((id) => !stored.has(id));
  }

  /** An object that is stored already stays as it is. */
  async add({ id, ...object }: UnknownObjectRecord): Promise<void> {
    await this.#docs.updateOne({ _id: id }, { $setOnInsert: object }, { upsert: true });
  }

  /** Notes the property of objects whose properties were lost, too. */
  async describe(propertyId: string, property: SentProperty): Promise<void> {
    await this.#docs.updateMany({ propertyId }, { $set: { property } });
  }

  async list(query: PageQuery): Promise<{ hasMore: boolean; data: UnknownObjectRecord[] }> {
    await this.#forgetListed();
    const { hasMore, docs } = await page(this.#docs, {}, query);
    return { hasMore, data: docs.map(fromDoc) };
  }

  /** The ids of all, up to a bound. */
  async ids(): Promise<string[]> {
    await this.#forgetListed();
    const docs = await this.#docs
      .find({}, { projection: { _id: 1 } })
      .limit(CHECKED_MAX)
      .toArray();
    return docs.map(({ _id }) => _id);
  }

  async find(id: string): Promise<UnknownObjectRecord | null> {
    await this.#forgetListed();
    const doc = await this.#docs.findOne({ _id: id });
    return doc && fromDoc(doc);
  }

  /** Makes the deletion of the object due, as that of a deleted listing. A second call changes nothing. */
  async takeDown(object: UnknownObjectRecord, about: { requestId: string; at: Date }): Promise<void> {
    try {
      await this.#listings.insertOne(toListingDoc(deletionOfUnknown(object, about)));
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
    await this.#docs.deleteOne({ _id: object.id });
  }

  /** A property that was listed again on the target has its object back, which is known then. */
  async #forgetListed(): Promise<void> {
    for (const { _id, targetId, propertyId, property } of await this.#docs
      .find()
      .limit(CHECKED_MAX)
      .toArray()) {
      const same = [{ propertyId }, ...(property ? [{ 'summary.externalId': property.externalId }] : [])];
      const listed = await this.#listings.findOne(
        { targetId, state: { $in: ['pending', 'live'] }, $or: same },
        { projection: { _id: 1 } },
      );
      if (listed) await this.#docs.deleteOne({ _id });
    }
  }
}

const fromDoc = ({ _id: id, ...object }: UnknownObjectDoc): UnknownObjectRecord => ({ id, ...object });

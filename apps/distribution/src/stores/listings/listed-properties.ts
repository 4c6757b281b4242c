import { COMPARED_AT_ONCE } from '@estate/contracts';
import type { ListQuery, ListingState } from '@estate/contracts';
import type { Collection } from '@estate/persistence';
import { STANDINGS, standingsIn } from '../../domain/listing-standing.ts';
import type { ListingRecord } from '../../domain/listing.ts';
import { fromListingDoc } from './listing-document.ts';
import type { ListingDoc } from './listing-document.ts';

interface Asked {
  /** In the order. */
  propertyIds: readonly string[];
  order: ListQuery['order'];
  /** The pauses of the targets are already in them. */
  targetIds: readonly string[];
  state?: ListingState | undefined;
}

interface Found {
  propertyIds: string[];
  /** Where to go on: nothing that is wanted lies between the last of the properties before it and this one. */
  next?: string;
}

type Ids = { $in: string[] } | { $gt: string } | { $lt: string } | { $gte: string } | { $lte: string };

/** More properties are compared with a part of the index in order, a few are looked up one by one. */
const LIMITS = { few: 200, read: COMPARED_AT_ONCE };

/** Where properties are listed. Other services list properties, so these are asked for by their ids. */
export class ListedProperties {
  readonly #docs: Collection<ListingDoc>;
  readonly #limits: typeof LIMITS;

  constructor(docs: Collection<ListingDoc>, limits = LIMITS) {
    this.#docs = docs;
    this.#limits = limits;
  }

  /** All live listings of the properties. */
  async listings(accountId: string, propertyIds: readonly string[]): Promise<ListingRecord[]> {
    const filter = { propertyId: { $in: [...propertyIds] }, state: 'live' as const, accountId };
    return (await this.#docs.find(filter).sort({ _id: 1 }).toArray()).map(fromListingDoc);
  }

  /** Where the listings are, also deleted ones until their deletion was sent; that of a damaged one, too, because only that is read of it. */
  async whereabouts(accountId: string, ids: readonly string[]) {
    const filter = { _id: { $in: [...ids] }, state: { $ne: 'pending' as const }, accountId };
    const docs = await this.#docs
      .find(filter, { projection: { propertyId: 1, targetId: 1 } })
      .sort({ _id: 1 })
      .toArray();
    return docs.map(({ _id: id, propertyId, targetId }) => ({ id, propertyId, targetId }));
  }

  /** The listed ones among the properties, and where to go on. */
  async find(accountId: string, asked: Asked): Promise<Found> {
    const { propertyIds, order } = asked;
    if (propertyIds.length > this.#limits.few) return this.#findInOrder(accountId, asked);
    const last = propertyIds.at(-1) ?? '';
    const points = { ...wanted(accountId, asked), propertyId: { $in: [...propertyIds] } };
    const [found, [next]] = await Promise.all([
      this.#docs.find({ ...points, state: 'live' }, ID_ALONE).toArray(),
      this.#inOrder(accountId, asked, order === 'asc' ? { $gt: last } : { $lt: last })
        .limit(1)
        .toArray(),
    ]);
    const listed = new Set(found.map(({ propertyId }) => propertyId));
    return {
      propertyIds: propertyIds.filter((id) => listed.has(id)),
      ...(next && { next: next.propertyId }),
    };
  }

  /** One index has all that is asked for. What is listed is read from the first property on, but not without end. */
  async #findInOrder(accountId: string, asked: Asked): Promise<Found> {
    const { propertyIds, order } = asked;
    const [first = '', last = ''] = [propertyIds[0], propertyIds.at(-1)];
    const { read } = this.#limits;
    const docs = await this.#inOrder(accountId, asked, order === 'asc' ? { $gte: first } : { $lte: first })
      .limit(read + 1)
      .toArray();
    const listed = docs.map(({ propertyId }) => propertyId);
    const isAfter = (id: string, other: string) => (order === 'asc' ? id > other : id < other);
    const end = listed.length > read ? listed.at(-1) : undefined;
    const next = listed.find((id) => isAfter(id, last)) ?? end;
    const known = new Set(listed);
    return {
      propertyIds: propertyIds.filter((id) => known.has(id) && (next === undefined || isAfter(next, id))),
      ...(next !== undefined && { next }),
    };
  }

  #inOrder(accountId: string, asked: Asked, propertyId: Ids) {
    return this.#docs
      .find({ ...wanted(accountId, asked), propertyId }, ID_ALONE)
      .sort({ propertyId: asked.order === 'asc' ? 1 : -1 });
  }
}

const ID_ALONE = { projection: { _id: 0, propertyId: 1 } } as const;

const wanted = (accountId: string, { targetIds, state }: Asked) => ({
  accountId,
  targetId: { $in: [...targetIds] },
  standing: { $in: state === undefined ? [...STANDINGS] : standingsIn(state) },
});

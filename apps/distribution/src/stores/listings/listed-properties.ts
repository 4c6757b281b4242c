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

type IdRange = { $in: string[] } | { $gt: string } | { $lt: string };

/** Where properties are listed. Other services list properties, so these are asked for by their ids. */
export class ListedProperties {
  readonly #docs: Collection<ListingDoc>;

  constructor(docs: Collection<ListingDoc>) {
    this.#docs = docs;
  }

  /** All live listings of the properties. */
  async listings(accountId: string, propertyIds: readonly string[]): Promise<ListingRecord[]> {
    const filter = { propertyId: { $in: [...propertyIds] }, state: 'live' as const, accountId };
    return (await this.#docs.find(filter).sort({ _id: 1 }).toArray()).map(fromListingDoc);
  }

  /** Those of the properties that are listed, and the first one after them: one index has all that is asked for. */
  async find(
    accountId: string,
    { propertyIds, order, targetIds, state }: Asked,
  ): Promise<{ propertyIds: string[]; next?: string }> {
    const last = propertyIds.at(-1) ?? '';
    const after: IdRange = order === 'asc' ? { $gt: last } : { $lt: last };
    const standing = { $in: state === undefined ? [...STANDINGS] : standingsIn(state) };
    const matching = (propertyId: IdRange) =>
      this.#docs.find(
        { accountId, targetId: { $in: [...targetIds] }, standing, propertyId },
        { projection: { _id: 0, propertyId: 1 } },
      );
    const [found, [next]] = await Promise.all([
      matching({ $in: [...propertyIds] }).toArray(),
      matching(after)
        .sort({ propertyId: order === 'asc' ? 1 : -1 })
        .limit(1)
        .toArray(),
    ]);
    const listed = new Set(found.map(({ propertyId }) => propertyId));
    return {
      propertyIds: propertyIds.filter((id) => listed.has(id)),
      ...(next && { next: next.propertyId }),
    };
  }
}

import type { Listing, Property, PropertyType } from './contract-types.ts';
import type { CountedListQuery } from './page.ts';

export interface PropertyQuery extends CountedListQuery {
  /** Only the property with exactly this external id. */
  externalId?: string | undefined;
  /** Only properties with these words, or words that begin so, in their title, external id or city. */
  q?: string | undefined;
  processingStatus?: Property['processingStatus'] | undefined;
  type?: PropertyType | undefined;
  /** For sale or for rent. */
  deal?: 'sale' | 'rent' | undefined;
  contactId?: string | undefined;
  /** Only properties with a listing on this target. */
  targetId?: string | undefined;
  /** Only properties with a listing in this state; with `targetId`, on that target. */
  listingState?: Listing['state'] | undefined;
}

export interface PropertyListingsQuery {
  /** The ids of up to 100 properties, with commas between them. */
  propertyIds: string;
}

export interface ImageQuery {
  /** Asks for a smaller image that is at least so many pixels wide; by default, the image as it is published. */
  width?: number | undefined;
}

export interface StatisticsQuery {
  /** The first day in UTC, such as `2026-11-01`; by default, 30 days up to `to`. */
  from?: string | undefined;
  /** The last day in UTC; by default, today. */
  to?: string | undefined;
}

export interface ListingQuery extends CountedListQuery {
  propertyId?: string | undefined;
  targetId?: string | undefined;
  state?: Listing['state'] | undefined;
  /** Only listings of properties with these words, or words that begin so, in their title, external id or city. */
  q?: string | undefined;
  published?: boolean | undefined;
  /** Whether the planned publication is ahead. */
  scheduled?: boolean | undefined;
  /** Only those of which the platform has said this after the upload. */
  platformState?: NonNullable<Listing['platformState']>['state'] | undefined;
}

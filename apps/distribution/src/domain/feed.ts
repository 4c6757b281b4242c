import type { FeedDocument } from '@estate/contracts';

/** The token that finds the feed of a target, and how often its content has changed. */
export interface TargetFeed {
  /** A feed is found by the hash, so that a copy of the database opens none. */
  tokenHash: string;
  sealedToken: string;
  /** Signs the addresses of photos, which stay the same when the token is rotated. */
  sealedPhotoKey: string;
  /** Rises after each change of the content. */
  change: number;
  changedAt: Date;
  /** How many changes have removed the portions of their listings; an earlier version of this service removes none. */
  changesInPortions?: number;
  /** The latest changes, the last one at the end; absent before the first one. */
  recent?: FeedChange[];
}

export interface FeedChange {
  /** After a restored backup the same number stands for another change; an id does not. */
  id: string;
  listingId: string;
}

/** A change that a document contains. */
export interface ContainedChange {
  id: string;
  /** Its number. */
  change: number;
}

/** The last change of a feed; undefined while nothing is known of it. */
export function lastChangeOf({ change, recent }: Pick<TargetFeed, 'change' | 'recent'>) {
  const id = recent?.at(-1)?.id;
  return id === undefined ? undefined : { id, change };
}

/** The listings of all changes after one; undefined if not all of them are known. */
export function changedSince(
  { change, recent = [] }: Pick<TargetFeed, 'change' | 'recent'>,
  contained: ContainedChange,
): ReadonlySet<string> | undefined {
  const at = recent.findLastIndex(({ id }) => id === contained.id);
  const later = recent.slice(at + 1);
  // An earlier version of this service counts its changes only.
  if (at === -1 || change - contained.change !== later.length) return undefined;
  return new Set(later.map(({ listingId }) => listingId));
}

/** How many changes have left the portions as they were: after one of them none can be used. */
export const changesOutside = ({
  change,
  changesInPortions = 0,
}: Pick<TargetFeed, 'change' | 'changesInPortions'>) => change - changesInPortions;

export type FeedToken = Pick<TargetFeed, 'tokenHash' | 'sealedToken'>;

/** Where a feed is fetched. */
export function feedUrls(publicUrl: string, token: string) {
  const url = (document: FeedDocument) =>
    new URL(`feeds/${token}/${document}`, `${publicUrl.replace(/\/$/, '')}/`).href;
  return {
    openimmoXmlUrl: url('openimmo.xml'),
    openimmoZipUrl: url('openimmo.zip'),
    propertiesJsonUrl: url('properties.json'),
  };
}

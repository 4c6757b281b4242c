import type { FeedDocument } from '@estate/contracts';

/** What the feed of a target is found by, and how often its content has changed. */
export interface TargetFeed {
  /** A feed is found by the hash, so that a copy of the database opens none. */
  tokenHash: string;
  sealedToken: string;
  /** Signs the addresses of photos, which stay the same when the token is rotated. */
  sealedPhotoKey: string;
  /** Rises after each change of the content. */
  change: number;
  changedAt: Date;
}

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

/**
 * On the internal port of the distribution: `GET /feeds/<hash of the token>/<document>` serves a document of a feed, and
 * `GET /feeds/photos/…` a photo by its signed address. Headers for conditions, ranges and encodings are understood.
 */
export const FEEDS_PATH = '/feeds/';

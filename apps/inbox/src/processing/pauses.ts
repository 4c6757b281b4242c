/** Pauses after internal errors. An email that is read again is due at once, so none is planned further ahead. */
export const BACKOFF = { firstMs: 2000, longestMs: 60_000 };

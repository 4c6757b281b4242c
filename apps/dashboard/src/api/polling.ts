/** Polling intervals of visible data; a page in the background does not poll. */
export const SLOW_MS = 15_000;
export const LIST_MS = 5000;
/** The interval while something is in progress. */
export const FAST_MS = 1500;

/** Data on the screen are read again at these intervals; a page in the background is not. */
export const SLOW_MS = 15_000;
export const LIST_MS = 5000;
/** While something is under way. */
export const FAST_MS = 1500;

/** How often what is on the screen is read again; a page in the background is not. */
export const SLOW_MS = 15_000;
export const LIST_MS = 5000;
/** While something is under way. */
export const FAST_MS = 1500;

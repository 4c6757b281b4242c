/** The longest search that the API takes. */
const SEARCH_MAX = 100;

/** The part of a query that searches for words; none where there is nothing to search for. */
export const searchFor = (words: string): { q?: string } =>
  /[\p{L}\p{N}]/u.test(words) ? { q: words.slice(0, SEARCH_MAX) } : {};

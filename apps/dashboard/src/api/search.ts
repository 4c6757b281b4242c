/** The longest search that the API takes. */
const SEARCH_MAX = 100;

/** The part of a query that searches for words; none where there is nothing to search for. */
export const searchFor = (words: string): { q?: string } =>
  /[\p{L}\p{N}]/u.test(words) ? { q: words.slice(0, SEARCH_MAX) } : {};

/** The first of a search. A search may have pages with few or none before it has found enough. */
export async function firstOf<T>(found: AsyncIterable<T>, most: number): Promise<T[]> {
  const first: T[] = [];
  for await (const one of found) if (first.push(one) === most) break;
  return first;
}

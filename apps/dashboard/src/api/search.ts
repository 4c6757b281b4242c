/** The maximum length of a search in the API. */
const SEARCH_MAX = 100;

/** The query parameter of a search; empty if there is nothing to search for. */
export const searchFor = (words: string): { q?: string } =>
  /[\p{L}\p{N}]/u.test(words) ? { q: words.slice(0, SEARCH_MAX) } : {};

/** The first results of a search. A search may have pages with few results or none before it has found enough. */
export async function firstOf<T>(found: AsyncIterable<T>, most: number): Promise<T[]> {
  const first: T[] = [];
  for await (const one of found) if (first.push(one) === most) break;
  return first;
}

const SEARCHES = new Map<string, string>();

/** Remembers the last filters of a page. */
export function keepSearch(pathname: string, search: string): void {
  SEARCHES.set(pathname, search);
}

/** A link back to a page with its last filters; a path with filters of its own stays as it is. */
export const withLastSearch = (path: string): string =>
  path.includes('?') ? path : `${path}${SEARCHES.get(path) ?? ''}`;

/** Clears the filters, so that the next account sees nothing of the last one. */
export const forgetSearches = (): void => SEARCHES.clear();

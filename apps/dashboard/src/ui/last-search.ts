const SEARCHES = new Map<string, string>();

/** Keeps the filters with which a page was seen last. */
export function keepSearch(pathname: string, search: string): void {
  SEARCHES.set(pathname, search);
}

/** The way back to a page, with the filters that it had; a path with filters of its own stays as it is. */
export const withLastSearch = (path: string): string =>
  path.includes('?') ? path : `${path}${SEARCHES.get(path) ?? ''}`;

/** Nothing that one account has looked for is left for the next. */
export const forgetSearches = (): void => SEARCHES.clear();

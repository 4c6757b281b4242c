import { storageOf } from '../text/browser-storage.ts';

/** A page of the dashboard, as `pages` of a dashboard link names it. No link opens the pages of properties. */
type Page = 'webhooks' | 'targets' | 'properties';

const PATH = /^\/dashboard\/link\/(\w+)/;

/** The dashboard link that opened these pages. */
interface OpenedLink {
  id: string;
  /** The path prefix of the pages. */
  base: string;
}

// Modules that use this one also run without a browser.
const path = typeof window === 'undefined' ? '' : window.location.pathname;
const [base, id] = PATH.exec(path) ?? [];
export const openedLink: OpenedLink | undefined =
  base === undefined || id === undefined ? undefined : { id, base };

/** The state of the link's session in the browser; if storage is blocked, a reload of the page ends the session. */
const state: { token?: string; pages?: readonly string[]; returnUrl?: string } = {};
const storedAs = `estate-link:${id ?? ''}`;

/** The secret of the link, removed from the address so that it does not stay in the history. */
export const linkSecret = takeSecret();

function takeSecret(): string {
  if (!openedLink) return '';
  const { pathname, search, hash } = window.location;
  window.history.replaceState(window.history.state, '', `${pathname}${search}`);
  return hash.slice(1);
}

/** The session key of the link. */
export const linkToken = (): string | undefined =>
  openedLink && (state.token ?? storageOf('sessionStorage')?.getItem(storedAs) ?? undefined);

/** Keeps the key for reloads in this window. */
export function keepLinkToken(token: string): void {
  state.token = token;
  storageOf('sessionStorage')?.setItem(storedAs, token);
}

export function noteLink({ pages, returnUrl }: { pages: readonly string[]; returnUrl?: string }): void {
  state.pages = pages;
  if (returnUrl !== undefined) state.returnUrl = returnUrl;
}

/** True if the session can read the data of a page: always, unless a link opened the dashboard. */
export const isPageOpen = (page: Page): boolean => !openedLink || state.pages?.includes(page) === true;

/** The page of the customer's software that opened the link. */
export const linkReturnUrl = (): string | undefined => state.returnUrl;

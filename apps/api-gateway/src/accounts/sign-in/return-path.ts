import { DASHBOARD_PATH } from './addresses.ts';

const ORIGIN = 'http://dashboard.invalid';
const LENGTH_MAX = 1000;

/** The page of the dashboard to return to after a sign-in; the first page for any other address. */
export function returnPathOf(wanted: unknown): string {
  if (typeof wanted !== 'string' || wanted.length > LENGTH_MAX || !URL.canParse(wanted, ORIGIN)) {
    return DASHBOARD_PATH;
  }
  // Browsers read backslashes, tabs and dots like this parser, so the path that it has parsed is sent.
  const { origin, pathname, search, username } = new URL(wanted, ORIGIN);
  const isOwn = origin === ORIGIN && username === '' && pathname.startsWith(DASHBOARD_PATH);
  return isOwn && !pathname.startsWith(`${DASHBOARD_PATH}sign-in`) ? `${pathname}${search}` : DASHBOARD_PATH;
}

import { NotAllowed } from '@estate/errors';
import type { HttpHead } from '@estate/http';

/** Sent by the dashboard with every request: a page of another origin cannot, unless a preflight allows it. */
export const PAGE_HEADER = 'x-estate-dashboard';

/** Admits only requests from the dashboard of this service. @throws NotAllowed */
export function requireOwnPage({ headers }: HttpHead, publicUrl: string | undefined): void {
  const site = headers['sec-fetch-site'];
  const marked = headers[PAGE_HEADER] !== undefined;
  const ownSite = site === undefined || site === 'same-origin';
  if (marked && ownSite && isOwnOrigin(headers.origin, { host: headers.host, publicUrl })) return;
  throw ofAnotherPage();
}

/**
 * Admits requests for a file that the dashboard shows by its address, such as an image: the browser sends them without the header. Its own
 * headers name the page that wants the file, or that the user asked for it. @throws NotAllowed
 */
export function requireShownByOwnPage(head: HttpHead, publicUrl: string | undefined): void {
  const { headers } = head;
  if (headers[PAGE_HEADER] !== undefined) {
    requireOwnPage(head, publicUrl);
    return;
  }
  const site = headers['sec-fetch-site'];
  if (site === 'same-origin' || site === 'none') return;
  // Browsers send it to https and to this machine only; elsewhere the referrer names the page.
  const { referer } = headers;
  const own = { host: headers.host, publicUrl };
  if (site === undefined && referer !== undefined && isOwnOrigin(referer, own)) return;
  throw ofAnotherPage();
}

const ofAnotherPage = (): NotAllowed =>
  new NotAllowed('A dashboard session can be used only by the dashboard.', {
    code: 'session-of-another-page',
  });

function isOwnOrigin(
  origin: string | undefined,
  own: { host: string | undefined; publicUrl: string | undefined },
): boolean {
  // Browsers leave it out if a page reads from its own origin.
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const { host } = new URL(origin);
  return host === own.host || (own.publicUrl !== undefined && host === new URL(own.publicUrl).host);
}

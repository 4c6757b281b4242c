import { NotAllowed } from '@estate/errors';
import type { HttpHead } from '@estate/http';

/** Sent by the dashboard with every request: a page of another origin cannot, unless a preflight allows it. */
export const PAGE_HEADER = 'x-estate-dashboard';

/** Lets requests pass that the dashboard of this very service sent, and no other page's. @throws NotAllowed */
export function requireOwnPage({ headers }: HttpHead, publicUrl: string | undefined): void {
  const site = headers['sec-fetch-site'];
  const marked = headers[PAGE_HEADER] !== undefined;
  const ownSite = site === undefined || site === 'same-origin';
  if (marked && ownSite && isOwnOrigin(headers.origin, { host: headers.host, publicUrl })) return;
  throw new NotAllowed('A session of the dashboard can be used by the dashboard only.', {
    code: 'session-of-another-page',
  });
}

function isOwnOrigin(
  origin: string | undefined,
  own: { host: string | undefined; publicUrl: string | undefined },
): boolean {
  // Browsers leave it out when a page reads from its own origin.
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const { host } = new URL(origin);
  return host === own.host || (own.publicUrl !== undefined && host === new URL(own.publicUrl).host);
}

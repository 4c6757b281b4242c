import type { IncomingHttpHeaders } from 'node:http';

const EXPOSED = [
  'ETag', 'Idempotency-Replayed', 'Link', 'Location', 'RateLimit', 'RateLimit-Policy', 'Retry-After', 'Service-Version',
  'X-Request-Id',
].join(', '); // oxfmt-ignore
const ALLOWED = [
  'Authorization', 'Confirm-Closing', 'Confirm-Erasure', 'Content-Type', 'Idempotency-Key', 'If-Match', 'If-None-Match', 'Service-Version', 'X-Request-Id',
].join(', '); // oxfmt-ignore
const REMEMBER_SECONDS = '600';

export type Cors = (headers: IncomingHttpHeaders) => Record<string, string>;

/** The headers that let pages of these origins read a response; `*` for every origin, none for an empty list. */
export function corsFor(origins: readonly string[]): Cors {
  if (origins.length === 0) return () => ({});
  const everyone = origins.includes('*');
  return ({ origin }) => {
    const vary = { vary: 'Origin' };
    if (origin === undefined || !(everyone || origins.includes(origin))) return vary;
    return {
      ...vary,
      'access-control-allow-origin': origin,
      'access-control-expose-headers': EXPOSED,
    };
  };
}

/** The headers for the preflight request of a browser. */
export const preflight = (methods: readonly string[]): Record<string, string> => ({
  'access-control-allow-methods': methods.join(', '),
  'access-control-allow-headers': ALLOWED,
  'access-control-max-age': REMEMBER_SECONDS,
});

const ABSOLUTE = /^https?:\/\/[^/?#]+/i;

/**
 * The path and query of a request target. A client may send a whole URL (RFC 9112, 3.2.2), which must be valid; undefined for anything
 * else.
 */
export function originForm(target: string): string | undefined {
  if (target.startsWith('/') || target === '*') return target;
  const [origin] = ABSOLUTE.exec(target) ?? [];
  if (origin === undefined || !URL.canParse(target)) return undefined;
  const rest = target.slice(origin.length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}

import { isIPv6 } from 'node:net';

/** The host as part of a URL, or undefined when it is not a host name or an address but something else. */
export function hostForUrl(host: string): string | undefined {
  if (isIPv6(host)) return `[${host}]`;
  return /[\s\p{Cc}/?#@:\\[\]%]/u.test(host) ? undefined : host;
}

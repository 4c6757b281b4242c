import { isIPv6 } from 'node:net';
import type { Problem } from '@estate/errors';
import { checkUrl } from '@estate/egress';
import type { EgressPolicy } from '@estate/egress';

/** Checks only the text of a host; a name is resolved and checked again for each connection. */
export function hostProblems(host: string, policy: EgressPolicy): Problem[] {
  const path = 'credentials.host';
  const forUrl = hostForUrl(host);
  const verdict = forUrl === undefined ? undefined : checkUrl(`https://${forUrl}/`, policy);
  if (verdict?.ok) return [];
  if (verdict?.code === 'address_forbidden') {
    const message = `${path} must not be a private or local address`;
    return [{ path, message, code: 'address-forbidden' }];
  }
  return [{ path, message: `${path} must be a host name or an IP address`, code: 'invalid-input' }];
}

/** The host as part of a URL, or undefined when it is neither a host name nor an address. */
export function hostForUrl(host: string): string | undefined {
  if (isIPv6(host)) return `[${host}]`;
  return /[\s\p{Cc}/?#@:\\[\]%]/u.test(host) ? undefined : host;
}

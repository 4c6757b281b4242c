import type { Problem } from '@estate/errors';
import { checkUrl } from '@estate/egress';
import type { EgressPolicy } from '@estate/egress';
import { hostForUrl } from './host-for-url.ts';

/** What the text of a host already shows; names are resolved and checked again when they are dialled. */
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

import { checkUrl } from '@estate/egress';
import type { EgressPolicy } from '@estate/egress';
import { hostForUrl } from './host-for-url.ts';
import { refusal } from '../domain/target-rules.ts';

/** Throws InvalidInput for what the text of a host already shows; names are resolved and checked again when they are dialled. */
export function requireOpenHost(host: string, policy: EgressPolicy): void {
  const path = 'credentials.host';
  const forUrl = hostForUrl(host);
  const verdict = forUrl === undefined ? undefined : checkUrl(`https://${forUrl}/`, policy);
  if (verdict?.ok) return;
  if (verdict?.code === 'address_forbidden') {
    throw refusal('address-forbidden', [{ path, message: `${path} must not be a private or local address` }]);
  }
  throw refusal('invalid-input', [{ path, message: `${path} must be a host name or an IP address` }]);
}

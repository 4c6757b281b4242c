import { checkUrlResolved } from '@estate/egress';
import type { EgressPolicy } from '@estate/egress';
import { refusalOf } from '@estate/errors';

/** Refuses a forbidden address when it is saved instead of at the first delivery. @throws InvalidInput */
export async function requireAllowedUrl(url: string, policy: EgressPolicy): Promise<void> {
  const verdict = await checkUrlResolved(url, policy);
  if (verdict.ok) return;
  // The contract takes http and https only.
  const isHttp = verdict.code === 'scheme_forbidden';
  const message = isHttp
    ? 'url must be an https URL'
    : `url is not allowed: ${verdict.message.replace(/\.$/, '')}`;
  const problem = { path: 'url', message, code: verdict.code.replaceAll('_', '-') };
  throw refusalOf([problem], 'webhook-url-refused');
}

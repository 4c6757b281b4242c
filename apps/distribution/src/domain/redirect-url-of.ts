import { refusal } from './target-rules.ts';

interface Redirecting {
  redirectUrl?: string | undefined;
  credentials?: { redirectUrl?: string | undefined } | undefined;
}

/** The redirectUrl from either of its places; two that differ are refused. */
export function redirectUrlOf({ redirectUrl, credentials }: Redirecting): string {
  const path = 'redirectUrl';
  const other = credentials?.redirectUrl;
  const found = redirectUrl ?? other;
  if (found === undefined) throw refusal('invalid-input', [{ path, message: `${path} is required` }]);
  if (other === undefined || other === found) return found;
  const message = `${path} and credentials.${path} must not differ`;
  throw refusal('invalid-input', [{ path, message }]);
}

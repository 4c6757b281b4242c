import type { FtpCredentials } from '@estate/contracts';
import { refusal } from '@estate/errors';
import type { Problem } from '@estate/errors';

/** The rules of a type. @throws InvalidInput that lists the types there are */
export function rulesOf<R>(types: ReadonlyMap<string, R>, type: string): R {
  const rules = types.get(type);
  if (rules) return rules;
  const { code, path, message } = typeUnknown([...types.keys()]);
  throw refusal(code, path, message);
}

export const typeMissing = (known: readonly string[]): Problem => ({
  path: 'type',
  message: `type is required and must be one of ${known.join(', ')}`,
  code: 'required',
});

export const typeUnknown = (known: readonly string[]): Problem => ({
  path: 'type',
  message: `type must be one of ${known.join(', ')}`,
  code: 'target-type-unknown',
});

/** Placeholder for a password that an update omits; the stored password is kept. */
export const KEPT = 'kept';

interface TargetWish {
  credentials: { [Name in keyof FtpCredentials]?: FtpCredentials[Name] | undefined };
  autoCollectRequests?: boolean | undefined;
}

/** The rules of a platform's profile for targets of its type. */
interface TypeRules {
  name: string;
  requiredCredentials: readonly string[];
  tls: 'required' | 'optional';
  requests: { collect: boolean };
}

/** Everything that the platform's profile refuses. */
export function problemsWith(rules: TypeRules, { credentials, autoCollectRequests }: TargetWish): Problem[] {
  const given: Record<string, unknown> = credentials;
  const missing = rules.requiredCredentials.filter((name) => given[name] === undefined || given[name] === '');
  const problems = missing.map((name) => ({
    path: `credentials.${name}`,
    message: `credentials.${name} is required by ${rules.name}`,
    code: 'credentials-incomplete',
  }));
  if (autoCollectRequests === true && !rules.requests.collect) {
    const message = `autoCollectRequests cannot be true, because requests of ${rules.name} cannot be collected`;
    problems.push({ path: 'autoCollectRequests', message, code: 'request-collection-unsupported' });
  }
  if (credentials.passive === false) {
    const message = 'credentials.passive must be true: only passive mode is supported';
    problems.push({ path: 'credentials.passive', message, code: 'invalid-input' });
  }
  if (credentials.secure === false && rules.tls === 'required') {
    const message = `credentials.secure must not be false: ${rules.name} accepts encrypted connections only`;
    problems.push({ path: 'credentials.secure', message, code: 'invalid-input' });
  }
  return problems;
}

/** Names every field that cannot change and is given another value. */
export const changedFields = (
  stored: Readonly<Record<string, string>>,
  given: Readonly<Record<string, string | undefined>>,
): Problem[] =>
  Object.entries(stored)
    .filter(([path, value]) => given[path] !== undefined && given[path] !== value)
    .map(([path, value]) => ({
      ...{ path, code: 'immutable-field' },
      message: `${path} cannot be changed; it is ${value}`,
    }));

export interface Redirecting {
  redirectUrl?: string | undefined;
  credentials?: { redirectUrl?: string | undefined } | undefined;
}

/** The redirectUrl from either of its places; two that differ are refused. */
export function redirectUrlOf({ redirectUrl, credentials }: Redirecting): string {
  const path = 'redirectUrl';
  const other = credentials?.redirectUrl;
  const found = redirectUrl ?? other;
  if (found === undefined) throw refusal('invalid-input', path, `${path} is required`);
  if (other === undefined || other === found) return found;
  throw refusal('invalid-input', path, `${path} and credentials.${path} must not differ`);
}

import type { FtpCredentials } from '@estate/contracts';
import { InvalidInput } from '@estate/errors';
import type { TypeRules } from './target.ts';

/** The type's rules, or InvalidInput that lists the types there are; `others` are types with rules of their own. */
export function rulesOf<R>(types: ReadonlyMap<string, R>, type: string, others: Iterable<string> = []): R {
  const rules = types.get(type);
  if (rules) return rules;
  const message = `type must be one of ${[...types.keys(), ...others].join(', ')}`;
  throw refusal('target-type-unknown', [{ path: 'type', message }]);
}

interface TargetWish {
  credentials: Partial<FtpCredentials>;
  autoCollectRequests?: boolean | undefined;
}

/** Throws InvalidInput with everything that the platform's profile refuses. */
export function requireFitting(rules: TypeRules, { credentials, autoCollectRequests }: TargetWish): void {
  const given: Record<string, unknown> = credentials;
  const missing = rules.requiredCredentials.filter((name) => given[name] === undefined || given[name] === '');
  if (missing.length > 0) {
    throw refusal(
      'credentials-incomplete',
      missing.map((name) => ({
        path: `credentials.${name}`,
        message: `credentials.${name} is required by ${rules.name}`,
      })),
    );
  }
  if (autoCollectRequests === true && !rules.requests.collect) {
    const message = `autoCollectRequests cannot be true: requests of ${rules.name} cannot be collected`;
    throw refusal('request-collection-unsupported', [{ path: 'autoCollectRequests', message }]);
  }
  requireSupportedConnection(rules, credentials);
}

function requireSupportedConnection(rules: TypeRules, { passive, secure }: Partial<FtpCredentials>): void {
  if (passive === false) {
    const message = 'credentials.passive must be true: only passive mode is supported';
    throw refusal('invalid-input', [{ path: 'credentials.passive', message }]);
  }
  if (secure === false && rules.tls === 'required') {
    const message = `credentials.secure must not be false: ${rules.name} takes encrypted connections only`;
    throw refusal('invalid-input', [{ path: 'credentials.secure', message }]);
  }
}

/** An InvalidInput about named fields; the message is complete without the details. */
export function refusal(code: string, problems: readonly { path: string; message: string }[]): InvalidInput {
  const message = `${problems.map((problem) => problem.message).join('; ')}.`;
  return new InvalidInput(message, { code, problems: problems.map((problem) => ({ ...problem, code })) });
}

/** Throws InvalidInput when a field that cannot change is given another value. */
export function requireSame(path: string, stored: string, given: string | undefined): void {
  if (given === undefined || given === stored) return;
  throw refusal('immutable-field', [{ path, message: `${path} cannot be changed; it is ${stored}` }]);
}

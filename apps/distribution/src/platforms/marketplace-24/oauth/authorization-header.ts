import { randomBytes } from 'node:crypto';
import type { Token } from '../../../authorizations/flow.ts';
import type { Consumer } from '../../../domain/authorization.ts';
import { encode } from '../../rest/redact.ts';
import { signature } from './signature.ts';
import type { Parameter, SignedRequest } from './signature.ts';

/** The credentials for signing: the customer's application, and with a token an end user. */
export interface Signer {
  consumer: Consumer;
  token?: Token;
}

interface HeaderRequest extends Pick<SignedRequest, 'method' | 'url'> {
  /** Parameters of one leg of the flow: `oauth_callback`, `oauth_verifier`. */
  extra?: readonly Parameter[];
}

/** The nonce and the time, which differ for every request. */
export interface Freshness {
  timestamp(): number;
  nonce(): string;
}

export const freshness = (clock: () => Date): Freshness => ({
  timestamp: () => Math.floor(clock().getTime() / 1000),
  nonce: () => randomBytes(16).toString('hex'),
});

/** The value of `Authorization` for a request whose body is not signed (JSON, multipart, none). */
export function authorizationHeader(
  { method, url, extra = [] }: HeaderRequest,
  { consumer, token }: Signer,
  fresh: Freshness,
): string {
  const protocol: Parameter[] = [
    ['oauth_consumer_key', consumer.key],
    ['oauth_nonce', fresh.nonce()],
    ['oauth_signature_method', 'HMAC-SHA1'],
    ['oauth_timestamp', String(fresh.timestamp())],
    ...(token ? [['oauth_token', token.token] as const] : []),
    ['oauth_version', '1.0'],
    ...extra,
  ];
  const secrets = { consumerSecret: consumer.secret, tokenSecret: token?.secret ?? '' };
  const signed: Parameter = ['oauth_signature', signature({ method, url, parameters: protocol }, secrets)];
  const parts = [...protocol, signed].map(([name, value]) => `${encode(name)}="${encode(value)}"`);
  return `OAuth ${parts.join(', ')}`;
}

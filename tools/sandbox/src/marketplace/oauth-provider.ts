import { randomBytes } from 'node:crypto';
import type { AccessToken } from './market-state.ts';
import type { MarketStore } from './market-store.ts';
import { isSigned, readOAuthHeader } from './oauth-signature.ts';
import type { Received } from './oauth-signature.ts';
import { Refusal, unauthenticated } from './refusal.ts';

export interface Consumer {
  key: string;
  secret: string;
}

interface RequestToken {
  token: string;
  secret: string;
  callback: string;
  until: number;
  /** Set when a user has accepted. */
  granted?: { user: string; verifier: string };
  decided: boolean;
}

const LIFE_MS = 30 * 60_000;
const SKEW_MS = 5 * 60_000;
const MOST_NONCES = 50_000;

const secret = (): string => randomBytes(18).toString('hex');

/** The marketplace's side of OAuth 1.0a: the applications that may sign, and the users' decisions. */
export class OAuthProvider {
  readonly #store: MarketStore;
  readonly consumer: Consumer;
  readonly #requests = new Map<string, RequestToken>();
  readonly #nonces = new Set<string>();

  constructor(store: MarketStore, consumer: Consumer) {
    this.#store = store;
    this.consumer = consumer;
  }

  /** The first leg: a request token for a callback. */
  requestToken(received: Omit<Received, 'header'>, authorization: string | undefined): RequestToken {
    const header = this.#checked(received, authorization, () => '');
    const callback = header.get('oauth_callback') ?? '';
    if (!URL.canParse(callback)) throw unauthenticated('oauth_callback is missing');
    const request = {
      token: secret(),
      secret: secret(),
      callback,
      until: Date.now() + LIFE_MS,
      decided: false,
    };
    this.#requests.set(request.token, request);
    return request;
  }

  /** The second leg: the user's decision. @throws Refusal for a token that is unknown, old or used */
  pending(token: string): RequestToken {
    const request = this.#requests.get(token);
    if (!request || request.decided || request.until < Date.now()) {
      throw new Refusal(404, 'ERROR_RESOURCE_NOT_FOUND', 'The request token is not valid (any more).');
    }
    return request;
  }

  /** The address to which the user is redirected after the decision. */
  decide(token: string, user: string | undefined): string {
    const request = this.pending(token);
    request.decided = true;
    const callback = new URL(request.callback);
    callback.searchParams.set('oauth_token', token);
    if (user === undefined) return callback.href;
    request.granted = { user, verifier: secret() };
    callback.searchParams.set('oauth_verifier', request.granted.verifier);
    return callback.href;
  }

  /** The third leg: the access token, once. */
  async accessToken(
    received: Omit<Received, 'header'>,
    authorization: string | undefined,
  ): Promise<{ token: string } & AccessToken> {
    const header = this.#checked(received, authorization, (token) => this.#requests.get(token)?.secret);
    const request = this.#requests.get(header.get('oauth_token') ?? '');
    const isGranted = request?.granted && request.granted.verifier === header.get('oauth_verifier');
    if (!isGranted || request.until < Date.now()) {
      throw unauthenticated('the verifier does not fit the request token');
    }
    this.#requests.delete(request.token);
    const token = secret();
    const access = { secret: secret(), user: request.granted?.user ?? '' };
    this.#store.state.tokens[token] = access;
    await this.#store.saved();
    return { token, ...access };
  }

  /** The user of a signed call. @throws Refusal 401 */
  authenticate(received: Omit<Received, 'header'>, authorization: string | undefined): string {
    const { tokens } = this.#store.state;
    const header = this.#checked(received, authorization, (token) => tokens[token]?.secret);
    const access = tokens[header.get('oauth_token') ?? ''];
    if (!access) throw unauthenticated('the token is not valid');
    return access.user;
  }

  /** Revokes the access that one user or all have granted. */
  async revoke(user?: string): Promise<number> {
    const { tokens } = this.#store.state;
    const revoked = Object.keys(tokens).filter((token) => user === undefined || tokens[token]?.user === user);
    for (const token of revoked) Reflect.deleteProperty(tokens, token);
    await this.#store.saved();
    return revoked.length;
  }

  #checked(
    received: Omit<Received, 'header'>,
    authorization: string | undefined,
    secretOf: (token: string) => string | undefined,
  ): ReadonlyMap<string, string> {
    const header = readOAuthHeader(authorization);
    if (!header) throw unauthenticated('there is no OAuth header');
    const tokenSecret = secretOf(header.get('oauth_token') ?? '');
    if (header.get('oauth_consumer_key') !== this.consumer.key || tokenSecret === undefined)
      throw unauthenticated('consumer or token is unknown');
    if (header.get('oauth_signature_method') !== 'HMAC-SHA1' || header.has('realm')) {
      throw unauthenticated('only HMAC-SHA1 without a realm is supported');
    }
    if (!isSigned({ ...received, header }, this.consumer.secret, tokenSecret))
      throw unauthenticated('the signature is wrong');
    this.#requireFresh(header);
    return header;
  }

  #requireFresh(header: ReadonlyMap<string, string>): void {
    const stale = (message: string) =>
      new Refusal(401, 'ERROR_COMMON_AUTHENTICATION_OAUTH_NONCE_EXPIRED', message);
    const atMs = Number(header.get('oauth_timestamp')) * 1000;
    if (!(Math.abs(Date.now() - atMs) <= SKEW_MS)) throw stale('the timestamp is too far from now');
    const nonce = `${header.get('oauth_timestamp')} ${header.get('oauth_nonce')}`;
    if (this.#nonces.has(nonce)) throw stale('the nonce was used before');
    if (this.#nonces.size > MOST_NONCES) this.#nonces.clear();
    this.#nonces.add(nonce);
  }
}

import type { RedirectFlowType, TargetType } from '@estate/contracts';
import type { RedirectFlow, TokenAnswer } from '../src/authorizations/flow.ts';

const CONFIRM = 'https://market.example.org/confirm';

/** The end-user side of a platform: hands out tokens as a test wants it. */
export class FakeRedirectFlow {
  readonly type: RedirectFlowType = 'marketplace-24';
  /** Callbacks by the request token they were asked with. */
  readonly callbacks = new Map<string, string>();
  readonly exchanges: { token: string; secret: string; verifier: string; key: string }[] = [];
  /** Of the end users who come back, as far as the platform says so. */
  account: string | undefined;
  refuse: { reason: 'refused' | 'unavailable'; message: string } | undefined;
  /** Request tokens, each of which can be exchanged once. */
  readonly #exchanged = new Set<string>();
  #count = 0;

  readonly described: TargetType = {
    type: this.type,
    name: 'Market',
    requiredCredentials: ['redirectUrl'],
    authorizationFlow: true,
    supportsRequestCollection: true,
    maxImages: 150,
  };
  readonly flow: RedirectFlow = {
    requestToken: (_consumer, callback) => {
      if (this.refuse) return Promise.resolve({ ok: false, ...this.refuse });
      const token = this.#next('request');
      this.callbacks.set(token, callback);
      return Promise.resolve({ ok: true, token, secret: `${token}-secret` });
    },
    confirmUrl: (token) => `${CONFIRM}?oauth_token=${token}`,
    accessToken: (consumer, request): Promise<TokenAnswer> => {
      this.exchanges.push({ ...request, key: consumer.key });
      if (this.refuse) return Promise.resolve({ ok: false, ...this.refuse });
      if (this.#exchanged.has(request.token)) {
        return Promise.resolve({ ok: false, reason: 'refused', message: 'It returned the status 401.' });
      }
      this.#exchanged.add(request.token);
      const token = this.#next('access');
      return Promise.resolve({ ok: true, token, secret: `${token}-secret` });
    },
    accountOf: () => Promise.resolve(this.account),
  };

  /** The callback an end user comes back to from an authorizationUrl, with the platform's parameters. */
  comeBack(authorizationUrl: string, verifier: string | undefined) {
    const token = new URL(authorizationUrl).searchParams.get('oauth_token') ?? '';
    const state = this.callbacks.get(token)?.split('/').at(-1) ?? '';
    return { state, oauth_token: token, ...(verifier !== undefined && { oauth_verifier: verifier }) };
  }

  #next(kind: string): string {
    this.#count += 1;
    return `${kind}-${this.#count}`;
  }
}

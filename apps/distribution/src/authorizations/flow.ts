import type { Consumer } from '../domain/authorization.ts';

export interface Token {
  token: string;
  secret: string;
}

/** `refused`: the platform said no, and would say so again; `unavailable`: it could not be asked. */
export type TokenAnswer =
  | ({ ok: true } & Token)
  | { ok: false; reason: 'refused' | 'unavailable'; message: string };

/** The three legs of an authorization, as one platform does them, and whose access they give. */
export interface RedirectFlow {
  requestToken(consumer: Consumer, callback: string, signal: AbortSignal): Promise<TokenAnswer>;
  /** The page on which the end user decides. */
  confirmUrl(requestToken: string): string;
  accessToken(
    consumer: Consumer,
    request: Token & { verifier: string },
    signal: AbortSignal,
  ): Promise<TokenAnswer>;
  /** Id of the account of the token on the platform; undefined if the platform cannot be asked now. */
  accountOf(consumer: Consumer, token: Token, signal: AbortSignal): Promise<string | undefined>;
}

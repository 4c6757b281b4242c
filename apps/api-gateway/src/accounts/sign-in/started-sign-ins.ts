import type { HttpHead } from '@estate/http';
import { SealBroken } from '@estate/vault';
import type { Vault } from '@estate/vault';
import { readCookie, setCookie } from '../../edge/access/cookies.ts';
import { SignInProblem } from './problem.ts';

const LIFETIME_MS = 10 * 60_000;
/** The context of the seal, which includes its format. */
const RECORD = 'sign-in-1';
const NAME = 'estate_sign_in';

/** The target of a sign-in: an account, or the operators. */
export type Realm = { accountId: string } | 'operator';

/** A sign-in that a browser has started. */
export interface StartedSignIn {
  realm: Realm;
  /** The provider and the client at the start. */
  issuer: string;
  clientId: string;
  state: string;
  nonce: string;
  codeVerifier: string;
  /** The page of this service to which the browser returns. */
  returnTo: string;
}

type Sealed = StartedSignIn & { until: number };

interface Parts {
  vault: Pick<Vault, 'seal' | 'open'>;
  clock: () => Date;
  publicUrl: string | undefined;
}

/**
 * Stores a started sign-in in a sealed cookie of the browser for ten minutes. The provider redirects the browser here from another site, so
 * the cookie is `Lax`. A second start in the same browser replaces the first one.
 */
export class StartedSignIns {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The `set-cookie` for a started sign-in. */
  keep(started: StartedSignIn, head: HttpHead): string {
    const until = this.#parts.clock().getTime() + LIFETIME_MS;
    const value = this.#parts.vault.seal(JSON.stringify({ ...started, until } satisfies Sealed), RECORD);
    return this.#cookie(value, LIFETIME_MS / 1000, head);
  }

  /** The sign-in that the browser of a request has started. @throws SignInProblem */
  find(head: HttpHead): Sealed {
    const cookie = readCookie(head, NAME);
    const started = cookie === undefined ? undefined : this.#open(cookie);
    if (!started) throw new SignInProblem('started-elsewhere');
    if (started.until <= this.#parts.clock().getTime()) throw new SignInProblem('expired');
    return started;
  }

  /** The `set-cookie` that removes it. */
  forget(head: HttpHead): string {
    return this.#cookie('', 0, head);
  }

  #open(cookie: string): Sealed | undefined {
    try {
      return JSON.parse(this.#parts.vault.open(cookie, RECORD)) as Sealed;
    } catch (error) {
      if (error instanceof SealBroken) return undefined;
      throw error;
    }
  }

  #cookie(value: string, maxAgeSeconds: number, head: HttpHead): string {
    const cookie = { name: NAME, value, maxAgeSeconds, sameSite: 'Lax' as const };
    return setCookie(cookie, head, this.#parts.publicUrl);
  }
}

import { InvalidInput } from '@estate/errors';
import type { Realm } from './started-sign-ins.ts';

export const CALLBACK_PATH = '/dashboard/sign-in/callback';
export const DASHBOARD_PATH = '/dashboard/';
/** The console of the operators. */
export const OPERATOR_PATH = '/operator/';
export const OPERATOR_SIGN_IN_PATH = '/operator/sign-in';

/** The public addresses of the service that a provider must know exactly. */
export class SignInAddresses {
  readonly #publicUrl: string | undefined;

  constructor(publicUrl: string | undefined) {
    this.#publicUrl = publicUrl;
  }

  get redirectUri(): string {
    return this.#at(CALLBACK_PATH);
  }

  get postLogoutRedirectUri(): string {
    return this.#at(DASHBOARD_PATH);
  }

  /** The address to which the provider redirects a browser after signing out. */
  afterSignOut(realm: Realm): string {
    return realm === 'operator' ? this.#at(OPERATOR_PATH) : this.postLogoutRedirectUri;
  }

  signInUrl(accountId: string): string {
    return this.#at(`${DASHBOARD_PATH}sign-in/${accountId}`);
  }

  /** The address of a dashboard link. Browsers do not send the part after the `#` to any server. */
  linkUrl(id: string, secret: string): string {
    return `${this.#at(`${DASHBOARD_PATH}link/${id}`)}#${secret}`;
  }

  /** @throws InvalidInput without a public address */
  #at(path: string): string {
    if (this.#publicUrl !== undefined) return `${this.#publicUrl.replace(/(?<!\/)\/+$/, '')}${path}`;
    throw new InvalidInput(
      'PUBLIC_URL is not configured, so the service does not know the address of its dashboard.',
      {
        code: 'sign-in-unavailable',
      },
    );
  }
}

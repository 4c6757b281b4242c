import type { HttpHead } from '@estate/http';
import { SealBroken } from '@estate/vault';
import type { Vault } from '@estate/vault';
import { requireOwnPage } from './own-page.ts';

const LIFETIME_MS = 12 * 60 * 60 * 1000;
const RECORD = 'dashboard-session';
const NAME = 'estate_session';
/** Browsers take a cookie of this name from nobody but this very host, over https. */
const SECURE_NAME = `__Host-${NAME}`;

interface Parts {
  vault: Pick<Vault, 'seal' | 'open'>;
  clock: () => Date;
  publicUrl: string | undefined;
}

interface Sealed {
  keyHash: string;
  until: number;
}

/**
 * Sessions of the dashboard: a sealed cookie names the API key by its hash and ends after twelve hours. Nothing is stored, so
 * that every replica knows every session; it is good for what its key is good for, and for no longer.
 */
export class DashboardSessions {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The `set-cookie` that begins a session. */
  begin(keyHash: string, head: HttpHead): string {
    const until = this.#parts.clock().getTime() + LIFETIME_MS;
    const value = this.#parts.vault.seal(JSON.stringify({ keyHash, until } satisfies Sealed), RECORD);
    return this.#cookie(value, LIFETIME_MS / 1000, head);
  }

  /** The `set-cookie` that ends it. */
  end(head: HttpHead): string {
    return this.#cookie('', 0, head);
  }

  /** The hash of the key whose session a request belongs to, if any. @throws NotAllowed when another page sent it */
  keyHashOf(head: HttpHead): string | undefined {
    const cookie = cookieOf(head);
    if (cookie === undefined) return undefined;
    requireOwnPage(head, this.#parts.publicUrl);
    const session = this.#open(cookie);
    return session && session.until > this.#parts.clock().getTime() ? session.keyHash : undefined;
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
    const secure = isSecure(head, this.#parts.publicUrl);
    const attributes = ['Path=/', `Max-Age=${String(maxAgeSeconds)}`, 'HttpOnly', 'SameSite=Strict'];
    const pair = `${secure ? SECURE_NAME : NAME}=${value}`;
    return [pair, ...attributes, ...(secure ? ['Secure'] : [])].join('; ');
  }
}

function cookieOf({ headers }: HttpHead): string | undefined {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
  const named = (name: string) => pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
  return named(SECURE_NAME) ?? named(NAME);
}

/** Whether the page came over https: by its own word, by that of a proxy, or because customers use no other address. */
function isSecure({ headers }: HttpHead, publicUrl: string | undefined): boolean {
  const said = [headers.origin, publicUrl].some((url) => url?.startsWith('https:'));
  return said || headers['x-forwarded-proto'] === 'https';
}

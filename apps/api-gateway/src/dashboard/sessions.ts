import { randomBytes } from 'node:crypto';
import type { HttpHead } from '@estate/http';
import { SealBroken } from '@estate/vault';
import type { Vault } from '@estate/vault';
import type { EndedSessions } from './ended-sessions.ts';
import { requireOwnPage } from './own-page.ts';

const LIFETIME_MS = 12 * 60 * 60 * 1000;
/** Names what is sealed, its shape included: a cookie of another shape is nobody's. */
const RECORD = 'dashboard-session-2';
const NAME = 'estate_session';
/** Browsers take a cookie of this name from nobody but this very host, over https. */
const SECURE_NAME = `__Host-${NAME}`;

interface Parts {
  vault: Pick<Vault, 'seal' | 'open'>;
  clock: () => Date;
  publicUrl: string | undefined;
  ended: Pick<EndedSessions, 'add' | 'has'>;
}

interface Sealed {
  id: string;
  keyHash: string;
  until: number;
}

/**
 * Sessions of the dashboard: a sealed cookie names the API key by its hash and ends after twelve hours, or when its owner signs
 * out. Only what was ended early is stored, so that every replica knows every session; it is good for what its key is good for.
 */
export class DashboardSessions {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The `set-cookie` that begins a session. */
  begin(keyHash: string, head: HttpHead): string {
    const until = this.#parts.clock().getTime() + LIFETIME_MS;
    const id = randomBytes(16).toString('base64url');
    const value = this.#parts.vault.seal(JSON.stringify({ id, keyHash, until } satisfies Sealed), RECORD);
    return this.#cookie(value, LIFETIME_MS / 1000, head);
  }

  /** Ends the session of a request for good, a copy of its cookie included, and returns the `set-cookie` that removes it. */
  async end(head: HttpHead): Promise<string> {
    const session = this.#liveOf(head);
    if (session) await this.#parts.ended.add(session.id, new Date(session.until));
    return this.#cookie('', 0, head);
  }

  /** The hash of the key whose session a request belongs to, if any. @throws NotAllowed when another page sent it */
  async keyHashOf(head: HttpHead): Promise<string | undefined> {
    if (cookieOf(head) === undefined) return undefined;
    requireOwnPage(head, this.#parts.publicUrl);
    const session = this.#liveOf(head);
    return session && !(await this.#parts.ended.has(session.id)) ? session.keyHash : undefined;
  }

  #liveOf(head: HttpHead): Sealed | undefined {
    const cookie = cookieOf(head);
    const session = cookie === undefined ? undefined : this.#open(cookie);
    return session && session.until > this.#parts.clock().getTime() ? session : undefined;
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

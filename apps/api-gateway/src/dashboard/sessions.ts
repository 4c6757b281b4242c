import { randomBytes } from 'node:crypto';
import type { HttpHead } from '@estate/http';
import { SealBroken } from '@estate/vault';
import type { Vault } from '@estate/vault';
import { ttlCache } from '../access/ttl-cache.ts';
import type { EndedSessionStore } from '../stores/ended-session-store.ts';
import { requireOwnPage } from './own-page.ts';

const LIFETIME_MS = 12 * 60 * 60 * 1000;
/** A session that was ended works no longer than this on another replica. */
const REMEMBER_MS = 4000;
/** The context of the seal, which includes its format: a cookie in another format cannot be opened. */
const RECORD = 'dashboard-session-2';
const NAME = 'estate_session';
/** Browsers accept a cookie with this prefix only from the host itself, over https. */
const SECURE_NAME = `__Host-${NAME}`;

interface Parts {
  vault: Pick<Vault, 'seal' | 'open'>;
  clock: () => Date;
  publicUrl: string | undefined;
  ended: Pick<EndedSessionStore, 'add' | 'has'>;
}

interface Sealed {
  id: string;
  keyHash: string;
  until: number;
}

/**
 * Sessions of the dashboard: a sealed cookie contains the hash of the API key and is valid for twelve hours, or until the user
 * signs out. Only sessions that were ended early are stored. A session has the permissions of its key.
 */
export class DashboardSessions {
  readonly #parts: Parts;
  /** Sessions that had not been ended at the last look-up. */
  readonly #live: ReturnType<typeof ttlCache<true>>;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#live = ttlCache(REMEMBER_MS, parts.clock);
  }

  /** The `set-cookie` that begins a session. */
  begin(keyHash: string, head: HttpHead): string {
    const until = this.#parts.clock().getTime() + LIFETIME_MS;
    const id = randomBytes(16).toString('base64url');
    const value = this.#parts.vault.seal(JSON.stringify({ id, keyHash, until } satisfies Sealed), RECORD);
    return this.#cookie(value, LIFETIME_MS / 1000, head);
  }

  /** Ends the session of a request, also for copies of its cookie, and returns the `set-cookie` that removes it. */
  async end(head: HttpHead): Promise<string> {
    const session = this.#liveOf(head);
    if (session) {
      await this.#parts.ended.add(session.id, new Date(session.until));
      this.#live.delete(session.id);
    }
    return this.#cookie('', 0, head);
  }

  /** The hash of the key whose session a request belongs to, if any. @throws NotAllowed when another page sent it */
  async keyHashOf(head: HttpHead): Promise<string | undefined> {
    if (cookieOf(head) === undefined) return undefined;
    requireOwnPage(head, this.#parts.publicUrl);
    const session = this.#liveOf(head);
    return session && !(await this.#isEnded(session.id)) ? session.keyHash : undefined;
  }

  async #isEnded(id: string): Promise<boolean> {
    if (this.#live.has(id)) return false;
    const start = this.#parts.clock().getTime();
    const isEnded = await this.#parts.ended.has(id);
    if (!isEnded) this.#live.set(id, true, { start });
    return isEnded;
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

/** Whether the page was loaded over https, according to its origin, a proxy, or the public address. */
function isSecure({ headers }: HttpHead, publicUrl: string | undefined): boolean {
  const said = [headers.origin, publicUrl].some((url) => url?.startsWith('https:'));
  return said || headers['x-forwarded-proto'] === 'https';
}

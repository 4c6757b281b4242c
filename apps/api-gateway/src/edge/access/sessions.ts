import { randomBytes } from 'node:crypto';
import type { HttpHead } from '@estate/http';
import { SealBroken } from '@estate/vault';
import type { Vault } from '@estate/vault';
import { ttlCache } from './ttl-cache.ts';
import type { OperatorProof } from './operators.ts';
import type { SessionHolder } from '../../domain/session-holder.ts';
import type { EndedSessionStore } from '../../stores/ended-session-store.ts';
import { readCookie, setCookie } from './cookies.ts';
import { requireOwnPage, requireShownByOwnPage } from './own-page.ts';

const LIFETIME_MS = 12 * 60 * 60 * 1000;
/** The time for which an ended session may still work on another replica. */
const REMEMBER_MS = 4000;

/** The properties of a kind of session. */
interface Kind {
  name: string;
  /** The context of the seal, which includes its format: a cookie in another format cannot be opened. */
  record: string;
}

const OF_ACCOUNTS: Kind = { name: 'estate_session', record: 'dashboard-session-3' };
const OF_OPERATORS: Kind = { name: 'estate_operator', record: 'operator-session-2' };
const OF_LOOKS: Kind = { name: 'estate_look', record: 'look-session-1' };

interface Parts {
  vault: Pick<Vault, 'seal' | 'open'>;
  clock: () => Date;
  publicUrl: string | undefined;
  ended: Pick<EndedSessionStore, 'add' | 'has'>;
}

interface Sealed<Holder> {
  id: string;
  holder: Holder;
  until: number;
}

/**
 * Sessions of browsers: a sealed cookie contains the holder, and is valid for twelve hours, or until the user signs out. Only sessions that
 * were ended early are stored.
 */
class Sessions<Holder> {
  readonly #parts: Parts;
  readonly #kind: Kind;
  /** Sessions that had not ended at the last look-up. */
  readonly #live: ReturnType<typeof ttlCache<true>>;

  constructor(parts: Parts, kind: Kind) {
    this.#parts = parts;
    this.#kind = kind;
    this.#live = ttlCache(REMEMBER_MS, parts.clock);
  }

  /** The `set-cookie` that starts a session; always one with a new id, unless the session has its own id and end. */
  begin(holder: Holder, head: HttpHead, own?: Pick<Sealed<Holder>, 'id' | 'until'>): string {
    const fresh = () => ({
      id: randomBytes(16).toString('base64url'),
      until: this.#parts.clock().getTime() + LIFETIME_MS,
    });
    const session: Sealed<Holder> = { ...(own ?? fresh()), holder };
    const value = this.#parts.vault.seal(JSON.stringify(session), this.#kind.record);
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

  /** The holder of a request's session, if any. @throws NotAllowed if another page sent it */
  async holderOf(head: HttpHead, { isFile = false } = {}): Promise<Holder | undefined> {
    if (!this.isPresented(head)) return undefined;
    const { publicUrl } = this.#parts;
    if (isFile) requireShownByOwnPage(head, publicUrl);
    else requireOwnPage(head, publicUrl);
    const session = this.#liveOf(head);
    return session && !(await this.#isEnded(session.id)) ? session.holder : undefined;
  }

  /** True if a request has the cookie of a session, valid or not. */
  isPresented(head: HttpHead): boolean {
    return readCookie(head, this.#kind.name) !== undefined;
  }

  async #isEnded(id: string): Promise<boolean> {
    if (this.#live.has(id)) return false;
    const start = this.#parts.clock().getTime();
    const isEnded = await this.#parts.ended.has(id);
    if (!isEnded) this.#live.set(id, true, { start });
    return isEnded;
  }

  #liveOf(head: HttpHead): Sealed<Holder> | undefined {
    const cookie = readCookie(head, this.#kind.name);
    const session = cookie === undefined ? undefined : this.#open(cookie);
    return session && session.until > this.#parts.clock().getTime() ? session : undefined;
  }

  #open(cookie: string): Sealed<Holder> | undefined {
    try {
      return JSON.parse(this.#parts.vault.open(cookie, this.#kind.record)) as Sealed<Holder>;
    } catch (error) {
      if (error instanceof SealBroken) return undefined;
      throw error;
    }
  }

  #cookie(value: string, maxAgeSeconds: number, head: HttpHead): string {
    const { publicUrl } = this.#parts;
    return setCookie({ name: this.#kind.name, value, maxAgeSeconds, sameSite: 'Strict' }, head, publicUrl);
  }
}

/** The sessions of users of accounts. A session has the current permissions of its key or its user. */
export class DashboardSessions extends Sessions<SessionHolder> {
  constructor(parts: Parts) {
    super(parts, OF_ACCOUNTS);
  }
}

/** The sessions of operators, who signed in through their provider or with a key. */
export class OperatorSessions extends Sessions<OperatorProof> {
  constructor(parts: Parts) {
    super(parts, OF_OPERATORS);
  }
}

/** An operator's view of an account, as stored in its cookie. */
export interface SealedLook {
  accountId: string;
  reason: string;
  operator: OperatorProof;
  untilMs: number;
}

/**
 * The read-only sessions in which operators see the dashboard of an account. The cookie outlives the view, so that the end is recognized.
 */
export class LookSessions extends Sessions<SealedLook> {
  constructor(parts: Parts) {
    super(parts, OF_LOOKS);
  }
}

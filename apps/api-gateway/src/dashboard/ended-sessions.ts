import { ttlCache } from '../access/ttl-cache.ts';
import type { EndedSessionStore } from '../stores/ended-session-store.ts';

/** A session is looked up again after this time: one that was ended works no longer than this on any other replica. */
const REMEMBER_MS = 4000;

interface Parts {
  store: Pick<EndedSessionStore, 'add' | 'has'>;
  clock: () => Date;
}

/** Which sessions of the dashboard their owners ended; that one goes on is remembered for a few seconds. */
export class EndedSessions {
  readonly #store: Parts['store'];
  readonly #clock: Parts['clock'];
  readonly #goingOn: ReturnType<typeof ttlCache<true>>;

  constructor({ store, clock }: Parts) {
    this.#store = store;
    this.#clock = clock;
    this.#goingOn = ttlCache(REMEMBER_MS, clock);
  }

  /** Ends a session, which would have ended by itself at `until`. */
  async add(id: string, until: Date): Promise<void> {
    await this.#store.add(id, until);
    this.#goingOn.delete(id);
  }

  async has(id: string): Promise<boolean> {
    if (this.#goingOn.has(id)) return false;
    const start = this.#clock().getTime();
    const ended = await this.#store.has(id);
    if (!ended) this.#goingOn.set(id, true, { start });
    return ended;
  }
}

import type { EndedSessionStore } from '../stores/ended-session-store.ts';

/** A session is looked up again after this time: one that was ended works no longer than this on any other replica. */
const REMEMBER_MS = 4000;
const MAX_REMEMBERED = 10_000;

interface Parts {
  store: Pick<EndedSessionStore, 'add' | 'has'>;
  clock: () => Date;
}

/** Which sessions of the dashboard their owners ended; that one goes on is remembered for a few seconds. */
export class EndedSessions {
  readonly #parts: Parts;
  readonly #goingOn = new Map<string, number>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Ends a session, which would have ended by itself at `until`. */
  async add(id: string, until: Date): Promise<void> {
    await this.#parts.store.add(id, until);
    this.#goingOn.delete(id);
  }

  async has(id: string): Promise<boolean> {
    const nowMs = this.#parts.clock().getTime();
    if ((this.#goingOn.get(id) ?? 0) > nowMs) return false;
    this.#goingOn.delete(id);
    const ended = await this.#parts.store.has(id);
    if (!ended) this.#remember(id, nowMs + REMEMBER_MS);
    return ended;
  }

  #remember(id: string, untilMs: number): void {
    const oldest = this.#goingOn.size < MAX_REMEMBERED ? undefined : this.#goingOn.keys().next().value;
    if (oldest !== undefined) this.#goingOn.delete(oldest);
    this.#goingOn.set(id, untilMs);
  }
}

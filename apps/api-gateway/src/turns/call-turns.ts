import { HttpRefusal } from '@estate/http';
import { RecentTime } from './recent-time.ts';

export interface TurnLimits {
  /** The places of all calls in progress, and those of one account. */
  places: number;
  perAccount: number;
  /** The calls of one account that wait. */
  waitingMax: number;
}

export interface TurnOptions {
  /** A costly call takes several places, at most those of its account. */
  places?: number;
  /** Waits for its turn however long that takes, and however many others wait. */
  isPatient?: boolean;
}

/** A call that takes longer waits for something outside, and keeps no other call waiting. */
const HELD_MS = 1000;
/** A call that has waited for so long is refused. */
const WAIT_MS = 10_000;
/** Of this much time, as much as a page of the dashboard needs, an account never rests. */
const WITHOUT_REST_MS = 1000;
/** After that, an account whose calls wait rests for this multiple of the duration of each call while others call. */
const REST_PER_CALL = 2;
/** An account that has not called for so long does not count as calling. */
const CALLING_MS = 1000;

interface Waiting {
  since: number;
  places: number;
  begin: () => void;
}

interface Line {
  accountId: string;
  /** The places that its calls hold. */
  held: number;
  waiting: Set<Waiting>;
}

/**
 * Whose call is next. No account has more places than its share, and of the accounts with waiting calls the one with the fewest places is
 * next, so that the calls of one account delay those of another one by a few calls at most. An account that always has calls waiting also
 * leaves time to the others.
 */
export class CallTurns {
  readonly #limits: TurnLimits;
  readonly #heldMs: number;
  readonly #waitMs: number;
  readonly #withoutRestMs: number;
  readonly #recent = new RecentTime(1 / (1 + REST_PER_CALL));
  /** Of each account that has a call. */
  readonly #lines = new Map<string, Line>();
  #held = 0;
  #arrived = 0;
  /** The newest call, and the newest one of another account. */
  #newest = { accountId: '', atMs: -Infinity };
  #newestOfOther = -Infinity;

  constructor(
    limits: TurnLimits,
    { heldMs = HELD_MS, waitMs = WAIT_MS, withoutRestMs = WITHOUT_REST_MS } = {},
  ) {
    this.#limits = limits;
    this.#heldMs = heldMs;
    this.#waitMs = waitMs;
    this.#withoutRestMs = withoutRestMs;
  }

  /** Does the work when it is the turn of its account. @throws HttpRefusal 429 */
  async run<T>(accountId: string, work: () => Promise<T>, options: TurnOptions = {}): Promise<T> {
    this.#note(accountId);
    const line = this.#lines.get(accountId) ?? { accountId, held: 0, waiting: new Set() };
    this.#lines.set(accountId, line);
    const { perAccount, places: all } = this.#limits;
    const places = Math.min(options.places ?? 1, perAccount, all);
    await this.#turn(line, { places, isPatient: options.isPatient ?? false });
    const release = this.#releaser(line, places);
    try {
      return await work();
    } finally {
      release();
    }
  }

  #note(accountId: string): void {
    if (accountId !== this.#newest.accountId) this.#newestOfOther = this.#newest.atMs;
    this.#newest = { accountId, atMs: performance.now() };
  }

  #areOthersCalling(accountId: string): boolean {
    const { accountId: newest, atMs } = this.#newest;
    return (newest === accountId ? this.#newestOfOther : atMs) > performance.now() - CALLING_MS;
  }

  /** Resolves when the call has its places. */
  #turn(line: Line, { places, isPatient }: Required<TurnOptions>): Promise<void> {
    this.#arrived += 1;
    const since = this.#arrived;
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        line.waiting.delete(waiting);
        this.#forgetIfIdle(line);
        reject(tooMany());
        // Those behind it may need fewer places.
        this.#beginAll();
      };
      const timer = isPatient ? undefined : setTimeout(giveUp, this.#waitMs);
      const begin = () => {
        clearTimeout(timer);
        line.waiting.delete(waiting);
        line.held += places;
        this.#held += places;
        resolve();
      };
      const waiting = { since, places, begin };
      line.waiting.add(waiting);
      this.#beginAll();
      const mustGo = !isPatient && line.waiting.has(waiting) && line.waiting.size > this.#limits.waitingMax;
      if (!mustGo) return;
      clearTimeout(timer);
      giveUp();
    });
  }

  /** Gives the places back, once: at the end of the call, or when it takes long. */
  #releaser(line: Line, places: number): () => void {
    const startedMs = performance.now();
    let isHeld = true;
    const release = (restMs: number) => {
      isHeld = false;
      this.#held -= places;
      if (restMs === 0) {
        this.#giveBack(line, places);
        return;
      }
      setTimeout(() => this.#giveBack(line, places), restMs);
      // Others may use the places of a resting account.
      this.#beginWaiting();
    };
    const timer = setTimeout(() => release(0), this.#heldMs);
    return () => {
      clearTimeout(timer);
      const tookMs = performance.now() - startedMs;
      if (isHeld) release(this.#mustRest(line, tookMs) ? REST_PER_CALL * tookMs : 0);
    };
  }

  #mustRest({ accountId, waiting }: Line, tookMs: number): boolean {
    const recentMs = this.#recent.add(accountId, tookMs);
    return waiting.size > 0 && recentMs > this.#withoutRestMs && this.#areOthersCalling(accountId);
  }

  #giveBack(line: Line, places: number): void {
    line.held -= places;
    this.#forgetIfIdle(line);
    this.#beginWaiting();
  }

  #forgetIfIdle({ accountId, held, waiting }: Line): void {
    if (held === 0 && waiting.size === 0) this.#lines.delete(accountId);
  }

  #beginWaiting(): void {
    // What has arrived meanwhile is read first, and may be of an account with fewer places.
    setImmediate(() => this.#beginAll());
  }

  #beginAll(): void {
    for (let next = this.#next(); next; next = this.#next()) next.begin();
  }

  /** Nobody overtakes a call that needs more places than are free, or it would wait for ever. */
  #next(): Waiting | undefined {
    const { places: all, perAccount } = this.#limits;
    let next: { held: number; first: Waiting } | undefined;
    for (const { held, waiting } of this.#lines.values()) {
      const [first] = waiting;
      if (!first || held + first.places > perAccount) continue;
      if (!next || held < next.held || (held === next.held && first.since < next.first.since))
        next = { held, first };
    }
    return next && this.#held + next.first.places <= all ? next.first : undefined;
  }
}

const tooMany = () =>
  new HttpRefusal({
    status: 429,
    code: 'too-many-calls-at-once',
    message:
      'Too many calls of this account are waiting for earlier ones. Make fewer calls at once, and try again in 1 second.',
    headers: { 'retry-after': '1' },
  });

import { setTimeout as pause } from 'node:timers/promises';
import { ServiceError } from '@estate/errors';
import { HttpRefusal } from '@estate/http';
import { LRUCache } from 'lru-cache';

const ACCOUNTS_MAX = 10_000;
/** The interval between two refusals of an account; the first ones are sent at once. */
const EVERY_MS = 20;
/**
 * The number of refusals for too many calls that are sent at once, and of all others: a page or a batch of calls may be refused for many
 * reasons.
 */
const TOO_MANY_AT_ONCE = 10;
const OTHERS_AT_ONCE = 100;
const DELAY_MAX_MS = 5000;

/**
 * Sends refusals no faster than a pace for each account. A program that retries refused calls without a pause then costs the calls of
 * others nothing.
 */
export class RefusalPace {
  readonly #everyMs: number;
  readonly #signal: AbortSignal;
  /** The time at which the next refusal of an account is due, if it is not sent at once. */
  readonly #nextMs = new LRUCache<string, number>({ max: ACCOUNTS_MAX });

  constructor({ stopping, everyMs = EVERY_MS }: { stopping: AbortSignal; everyMs?: number }) {
    this.#signal = stopping;
    this.#everyMs = everyMs;
  }

  /** Does the work of an account; a refusal waits for its time. `accountOf` is called when the work has failed. */
  async run<T>(accountOf: () => string | undefined, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const accountId = accountOf();
      if (isRefusal(error) && accountId) await this.#wait(accountId, atOnce(error));
      throw error;
    }
  }

  async #wait(accountId: string, atOnce: number): Promise<void> {
    const now = performance.now();
    const earliest = now - atOnce * this.#everyMs;
    const due = Math.max(earliest, this.#nextMs.get(accountId) ?? earliest) + this.#everyMs;
    this.#nextMs.set(accountId, due);
    const delayMs = Math.min(due - now, DELAY_MAX_MS);
    if (delayMs > 0) await pause(delayMs, undefined, { signal: this.#signal }).catch(() => undefined);
  }
}

const isRefusal = (error: unknown): boolean =>
  error instanceof HttpRefusal || (error instanceof ServiceError && error.kind !== 'unavailable');

const atOnce = (error: unknown): number =>
  error instanceof HttpRefusal && error.status === 429 ? TOO_MANY_AT_ONCE : OTHERS_AT_ONCE;

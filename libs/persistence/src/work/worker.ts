import { AsyncLocalStorage } from 'node:async_hooks';
import { Unavailable } from '@estate/errors';
import { backoffMs, pause } from '../mongo/backoff.ts';
import { toServiceError } from '../mongo/driver-errors.ts';
import type { Log } from '../mongo/log.ts';

/** The time in which wake-ups are combined before they start the free places. */
const FILL_DELAY_MS = 20;
const BACKOFF_FIRST_MS = 250;
const BACKOFF_MAX_MS = 30_000;

export interface WorkerOptions {
  name: string;
  /** Does one piece of work; true if there may be more, so that it runs again at once. */
  run: (signal: AbortSignal) => Promise<boolean>;
  sweepEveryMs: number;
  /** The maximum number of parallel runs, 1 by default. */
  concurrency?: number;
  log: Log;
}

/** Runs when woken and on a sweep, until there is no more to do; an error is logged and slows it down, but never ends it. */
export class Worker {
  readonly #options: WorkerOptions;
  readonly #concurrency: number;
  readonly #abort = new AbortController();
  readonly #running = new Set<Promise<void>>();
  /** Detaches work from the trace of whoever woke it, because several callers may have. */
  readonly #apart = AsyncLocalStorage.snapshot();
  #started = false;
  #busy = 0;
  #again = false;
  #failures = 0;
  #sweep: NodeJS.Timeout | undefined;
  #fill: NodeJS.Timeout | undefined;

  constructor(options: WorkerOptions) {
    this.#options = options;
    this.#concurrency = options.concurrency ?? 1;
  }

  start(): void {
    if (this.#started || this.#abort.signal.aborted) return;
    this.#started = true;
    this.#sweep = setInterval(() => this.wake(), this.#options.sweepEveryMs);
    this.wake();
  }

  /** Announces work; if all places are taken, the next free one checks again. */
  wake(): void {
    if (!this.#started || this.#abort.signal.aborted) return;
    if (!this.#startOne()) this.#again = true;
    this.#fillSoon();
  }

  /** Aborts the signal of what runs and waits for it to end. */
  async close(): Promise<void> {
    this.#abort.abort();
    clearInterval(this.#sweep);
    clearTimeout(this.#fill);
    await Promise.all(this.#running);
  }

  #startOne(): boolean {
    if (this.#busy >= this.#concurrency) return false;
    const running = this.#apart(() => this.#loop()).finally(() => this.#running.delete(running));
    this.#running.add(running);
    return true;
  }

  #fillSoon(): void {
    if (this.#fill || this.#busy >= this.#concurrency || this.#abort.signal.aborted) return;
    this.#fill = setTimeout(() => {
      this.#fill = undefined;
      while (this.#busy < this.#concurrency) this.#startOne();
    }, FILL_DELAY_MS);
  }

  async #loop(): Promise<void> {
    const { signal } = this.#abort;
    this.#busy += 1;
    try {
      while (!signal.aborted) {
        const more = await this.#runOnce(signal);
        if (more) this.#fillSoon();
        else if (!this.#again) return;
        else this.#again = false;
      }
    } finally {
      // In the same turn as the read of #again, so that no wake-up is lost between the two.
      this.#busy -= 1;
    }
  }

  async #runOnce(signal: AbortSignal): Promise<boolean> {
    try {
      const more = await this.#options.run(signal);
      this.#failures = 0;
      return more;
    } catch (thrown) {
      if (signal.aborted) return false;
      this.#failures += 1;
      const waitMs = backoffMs(this.#failures, BACKOFF_FIRST_MS, BACKOFF_MAX_MS);
      this.#report(toServiceError(thrown), waitMs);
      await pause(waitMs, signal);
      return true;
    }
  }

  #report(error: unknown, waitMs: number): void {
    const { log, name } = this.#options;
    const fields = { worker: name, err: error, waitMs };
    if (error instanceof Unavailable) log.warn(fields, 'work waits, a dependency is unavailable');
    else log.error(fields, 'work failed, retrying');
  }
}

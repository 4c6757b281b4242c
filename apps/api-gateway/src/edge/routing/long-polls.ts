import { setTimeout as pause } from 'node:timers/promises';

/** The interval at which a waiting caller's result is checked. */
const LOOK_EVERY_MS = 1000;
/** The maximum number of waiting calls of an account in one process; a further one ends the wait of the oldest. */
const WAITING_MAX = 5;

interface Wait<T> {
  accountId: string;
  waitMs: number;
  look: () => Promise<T>;
  /** True if the caller waits for such an output. */
  isFound: (output: T) => boolean;
}

interface Waited<T> {
  output: T;
  /** The time that passed only because the caller asked to wait. */
  waitedMs: number;
}

/** Calls that are answered when there is a result, and at the latest when their time is over. */
export class LongPolls {
  readonly #stopping: AbortSignal;
  readonly #lookEveryMs: number;
  readonly #waiting = new Map<string, AbortController[]>();

  constructor(parts: { stopping: AbortSignal; lookEveryMs?: number }) {
    this.#stopping = parts.stopping;
    this.#lookEveryMs = parts.lookEveryMs ?? LOOK_EVERY_MS;
  }

  async run<T>({ accountId, waitMs, look, isFound }: Wait<T>): Promise<Waited<T>> {
    const end = this.#begin(accountId);
    const signal = AbortSignal.any([this.#stopping, end.signal]);
    const begunAt = performance.now();
    let waitedMs = 0;
    try {
      for (;;) {
        const output = await look();
        const leftMs = waitMs - (performance.now() - begunAt);
        if (isFound(output) || leftMs <= 0 || signal.aborted) return { output, waitedMs };
        waitedMs += await rest(Math.min(this.#lookEveryMs, leftMs), signal);
      }
    } finally {
      this.#end(accountId, end);
    }
  }

  #begin(accountId: string): AbortController {
    const end = new AbortController();
    const waiting = [...(this.#waiting.get(accountId) ?? []), end];
    if (waiting.length > WAITING_MAX) waiting.shift()?.abort();
    this.#waiting.set(accountId, waiting);
    return end;
  }

  #end(accountId: string, ended: AbortController): void {
    const others = this.#waiting.get(accountId)?.filter((one) => one !== ended) ?? [];
    if (others.length === 0) this.#waiting.delete(accountId);
    else this.#waiting.set(accountId, others);
  }
}

/** Waits, at most until the signal; returns the duration. */
async function rest(ms: number, signal: AbortSignal): Promise<number> {
  const begunAt = performance.now();
  await pause(ms, undefined, { signal }).catch(() => undefined);
  return performance.now() - begunAt;
}

import type { Metrics } from '@estate/observability';
import type { Log } from './log.ts';
import { Worker } from './worker.ts';

/** Looked for and counted up to this many, so that a look stays cheap whatever went wrong. */
export const COUNTED_MAX = 1000;
const NAMED_MAX = 10;

/** Something that must hold for every document of a service. */
export interface AuditedPromise {
  /** Its name in the metric and in the operator's tool, in kebab-case. */
  promise: string;
  /** What an operator does when it is broken. */
  advice: string;
  /** The ids of documents it is broken for, at most `COUNTED_MAX`, over an index. */
  broken(now: Date): Promise<readonly string[]>;
}

/** A promise that is broken. */
export interface BrokenPromise {
  promise: string;
  count: number;
  ids: string[];
  advice: string;
}

export interface AuditorOptions {
  promises: readonly AuditedPromise[];
  metrics: Pick<Metrics, 'gauge'>;
  log: Log;
  clock: () => Date;
  /** Milliseconds between two looks. */
  everyMs: number;
}

/** Counts broken promises now and then. Each replica looks for itself and sees the same. */
export class Auditor {
  readonly #options: AuditorOptions;
  readonly #gauge: ReturnType<Metrics['gauge']>;
  readonly #worker: Worker;
  readonly #known = new Set<string>();
  #looking: Promise<BrokenPromise[]> | undefined;

  constructor(options: AuditorOptions) {
    const { everyMs, log, metrics } = options;
    this.#options = options;
    this.#gauge = metrics.gauge('invariant_violations_total', 'Documents for which a promise is broken.', [
      'promise',
    ]);
    this.#worker = new Worker({
      name: 'auditor',
      run: () => this.violations().then(() => false),
      sweepEveryMs: everyMs,
      log,
    });
  }

  start(): void {
    this.#worker.start();
  }

  close(): Promise<void> {
    return this.#worker.close();
  }

  /** Looks now; who asks meanwhile gets the same answer. */
  violations(): Promise<BrokenPromise[]> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async #look(): Promise<BrokenPromise[]> {
    const found: BrokenPromise[] = [];
    // One after the other: nobody is in a hurry, and the database has other work.
    for (const { promise, advice, broken } of this.#options.promises) {
      const ids = await broken(this.#options.clock());
      this.#gauge.set({ promise }, ids.length);
      this.#tell(promise, ids);
      if (ids.length > 0) found.push({ promise, count: ids.length, ids: ids.slice(0, NAMED_MAX), advice });
    }
    return found;
  }

  #tell(promise: string, ids: readonly string[]): void {
    if (ids.length === 0) this.#known.delete(promise);
    if (ids.length === 0 || this.#known.has(promise)) return;
    this.#known.add(promise);
    this.#options.log.error({ promise, count: ids.length, ids: ids.slice(0, NAMED_MAX) }, 'promise.broken');
  }
}

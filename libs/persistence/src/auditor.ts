import type { Violation } from '@estate/contracts';
import type { Metrics } from '@estate/observability';
import { METRICS } from './metrics.ts';
import type { Log } from './log.ts';
import { Worker } from './worker.ts';

/** Violations are counted up to this number, so that a check stays cheap. */
export const COUNTED_MAX = 1000;
const NAMED_MAX = 10;

/** Something that must hold for every document of a service. */
export interface Invariant {
  /** Its name in the metric and in the operator's tool, in kebab-case. */
  name: string;
  /** What an operator does about violations. */
  advice: string;
  /** The ids of documents that violate it, at most `COUNTED_MAX`, over an index. */
  broken(now: Date): Promise<readonly string[]>;
}

export interface AuditorOptions {
  invariants: readonly Invariant[];
  metrics: Pick<Metrics, 'gauge'>;
  log: Log;
  clock: () => Date;
  /** Milliseconds between two looks. */
  everyMs: number;
}

/** Counts violations of invariants now and then. Each replica looks for itself and sees the same. */
export class Auditor {
  readonly #options: AuditorOptions;
  readonly #gauge: ReturnType<Metrics['gauge']>;
  readonly #worker: Worker;
  readonly #known = new Set<string>();
  #looking: Promise<Violation[]> | undefined;

  constructor(options: AuditorOptions) {
    const { everyMs, log, metrics } = options;
    this.#options = options;
    this.#gauge = metrics.gauge(METRICS.invariant_violations_total);
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
  violations(): Promise<Violation[]> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async #look(): Promise<Violation[]> {
    const found: Violation[] = [];
    // One after the other: nobody is in a hurry, and the database has other work.
    for (const { name, advice, broken } of this.#options.invariants) {
      const ids = await broken(this.#options.clock());
      this.#gauge.set({ invariant: name }, ids.length);
      this.#log(name, ids);
      if (ids.length > 0)
        found.push({ promise: name, count: ids.length, ids: ids.slice(0, NAMED_MAX), advice });
    }
    return found;
  }

  #log(invariant: string, ids: readonly string[]): void {
    if (ids.length === 0) this.#known.delete(invariant);
    if (ids.length === 0 || this.#known.has(invariant)) return;
    this.#known.add(invariant);
    this.#options.log.error(
      { invariant, count: ids.length, ids: ids.slice(0, NAMED_MAX) },
      'invariant.violated',
    );
  }
}

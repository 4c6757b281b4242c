import { setTimeout as pause } from 'node:timers/promises';
import { Batcher, toServiceError } from '@estate/persistence';
import { Unavailable } from '@estate/errors';
import type { Outcome, OutcomeStore } from '../stores/outcome-store.ts';

const BATCH_MAX = 200;
const TRY_AGAIN_MS = 250;

/** An outcome and when its lease ends. */
type Waiting = Outcome & { until: Date };

interface Failure {
  error: unknown;
}

/** Writes outcomes down together; while the store is away it tries each as long as the lease of its attempt lasts. */
export class OutcomeWriter {
  readonly #store: Pick<OutcomeStore, 'record'>;
  readonly #clock: () => Date;
  readonly #batches: Batcher<Waiting, Failure | undefined>;

  constructor(store: Pick<OutcomeStore, 'record'>, clock: () => Date) {
    this.#store = store;
    this.#clock = clock;
    this.#batches = new Batcher((batch) => this.#write(batch), BATCH_MAX);
  }

  /** Resolves when it is stored; rejects when that is not certain. */
  async write(outcome: Outcome): Promise<void> {
    const until = outcome.claimed.nextAttemptAt ?? this.#clock();
    const failure = await this.#batches.do({ ...outcome, until });
    if (failure) throw failure.error;
  }

  /** Where an outcome is not stored, what kept it from that. */
  async #write(batch: readonly Waiting[]): Promise<(Failure | undefined)[]> {
    const failures = new Map<Waiting, Failure>();
    for (let open = batch; open.length > 0;) {
      const failure = await this.#try(open);
      if (!failure) break;
      for (const one of open) if (!this.#mayTryAgain(one, failure)) failures.set(one, failure);
      open = open.filter((one) => !failures.has(one));
      if (open.length > 0) await pause(TRY_AGAIN_MS);
    }
    return batch.map((one) => failures.get(one));
  }

  async #try(outcomes: readonly Outcome[]): Promise<Failure | undefined> {
    try {
      await this.#store.record(outcomes);
      return undefined;
    } catch (error) {
      return { error };
    }
  }

  #mayTryAgain({ until }: Waiting, { error }: Failure): boolean {
    const away = toServiceError(error) instanceof Unavailable;
    return away && this.#clock().getTime() + TRY_AGAIN_MS < until.getTime();
  }
}

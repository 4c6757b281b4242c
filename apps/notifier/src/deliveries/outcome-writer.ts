import { setTimeout as pause } from 'node:timers/promises';
import { Batcher, toServiceError } from '@estate/persistence';
import { Unavailable } from '@estate/errors';
import type { Outcome, OutcomeStore } from '../stores/outcome-store.ts';

const BATCH_MAX = 200;
const RETRY_MS = 250;

interface Failure {
  cause: unknown;
}

/** Stores outcomes in batches; while the database is unavailable it retries each until the lease of its attempt ends. */
export class OutcomeWriter {
  readonly #store: Pick<OutcomeStore, 'record'>;
  readonly #clock: () => Date;
  readonly #batches: Batcher<Outcome, Failure | undefined>;

  constructor(store: Pick<OutcomeStore, 'record'>, clock: () => Date) {
    this.#store = store;
    this.#clock = clock;
    this.#batches = new Batcher((batch) => this.#write(batch), BATCH_MAX);
  }

  /** Resolves when the outcome is stored; rejects when that is not certain. */
  async write(outcome: Outcome): Promise<void> {
    const failure = await this.#batches.do(outcome);
    if (failure) throw failure.cause;
  }

  /** For each outcome that is not stored, the reason. */
  async #write(batch: readonly Outcome[]): Promise<(Failure | undefined)[]> {
    const failures = new Map<Outcome, Failure>();
    for (let open = batch; open.length > 0;) {
      const failure = await this.#store.record(open).then(
        () => undefined,
        (cause: unknown) => ({ cause }),
      );
      if (!failure) break;
      for (const one of open) if (!this.#mayRetry(one, failure)) failures.set(one, failure);
      open = open.filter((one) => !failures.has(one));
      if (open.length > 0) await pause(RETRY_MS);
    }
    return batch.map((one) => failures.get(one));
  }

  #mayRetry({ claimed: { nextAttemptAt: leasedUntil } }: Outcome, { cause }: Failure): boolean {
    if (!leasedUntil || !(toServiceError(cause) instanceof Unavailable)) return false;
    return this.#clock().getTime() + RETRY_MS < leasedUntil.getTime();
  }
}

import { setTimeout as pause } from 'node:timers/promises';
import { Batcher, toServiceError } from '@estate/persistence';
import type { AttemptCounter } from '@estate/persistence';
import { Unavailable } from '@estate/errors';
import type { Outcome, OutcomeStore } from '../stores/outcome-store.ts';

const BATCH_MAX = 200;
const RETRY_MS = 250;

interface Failure {
  cause: unknown;
}

interface Parts {
  store: Pick<OutcomeStore, 'record'>;
  counter: Pick<AttemptCounter, 'add' | 'save'>;
  clock: () => Date;
}

/** Counts and stores outcomes in batches; while the database is unavailable it retries each until the lease of its attempt ends. */
export class OutcomeWriter {
  readonly #parts: Parts;
  readonly #batches: Batcher<Outcome, Failure | undefined>;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#batches = new Batcher((batch) => this.#write(batch), BATCH_MAX);
  }

  /** Resolves when the outcome is stored; rejects when that is not certain. */
  async write(outcome: Outcome): Promise<void> {
    this.#count(outcome);
    const failure = await this.#batches.do(outcome);
    if (failure) throw failure.cause;
  }

  /** For each outcome that is not stored, the reason. */
  async #write(batch: readonly Outcome[]): Promise<(Failure | undefined)[]> {
    const failures = new Map<Outcome, Failure>();
    for (let open = batch; open.length > 0;) {
      const failure = await this.#store(open).then(
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

  /** Counted first: after a crash in between, no stored outcome is missing in the counts. */
  async #store(open: readonly Outcome[]): Promise<void> {
    await this.#parts.counter.save();
    await this.#parts.store.record(open);
  }

  #count({ claimed: { webhookId, test }, attempt: { at }, decision: { status } }: Outcome): void {
    if (!test) this.#parts.counter.add({ of: webhookId, at, succeeded: status === 'succeeded' });
  }

  #mayRetry({ claimed: { nextAttemptAt: leasedUntil } }: Outcome, { cause }: Failure): boolean {
    if (!leasedUntil || !(toServiceError(cause) instanceof Unavailable)) return false;
    return this.#parts.clock().getTime() + RETRY_MS < leasedUntil.getTime();
  }
}

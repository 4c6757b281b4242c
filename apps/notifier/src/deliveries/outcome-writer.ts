import { setTimeout as pause } from 'node:timers/promises';
import { Group, toServiceError } from '@estate/persistence';
import { Unavailable } from '@estate/errors';
import type { Outcome, OutcomeStore } from '../stores/outcome-store.ts';

const BATCH_MAX = 200;
const TRY_AGAIN_MS = 250;

/** Writes outcomes down together; while the store is away it tries as long as the leases of the attempts last. */
export class OutcomeWriter {
  readonly #store: Pick<OutcomeStore, 'record'>;
  readonly #clock: () => Date;
  readonly #batches: Group<Outcome & { until: Date }, undefined>;

  constructor(store: Pick<OutcomeStore, 'record'>, clock: () => Date) {
    this.#store = store;
    this.#clock = clock;
    this.#batches = new Group((batch) => this.#write(batch), BATCH_MAX);
  }

  /** Resolves when it is stored; rejects when that is not certain. */
  write(outcome: Outcome): Promise<void> {
    const until = outcome.claimed.nextAttemptAt ?? this.#clock();
    return this.#batches.do({ ...outcome, until });
  }

  async #write(batch: readonly (Outcome & { until: Date })[]): Promise<undefined[]> {
    const endMs = Math.min(...batch.map(({ until }) => until.getTime()));
    for (;;) {
      try {
        await this.#store.record(batch);
        return [];
      } catch (error) {
        const away = toServiceError(error) instanceof Unavailable;
        if (!away || this.#clock().getTime() + TRY_AGAIN_MS >= endMs) throw error;
        await pause(TRY_AGAIN_MS);
      }
    }
  }
}

import { dayOf } from './attempt-days.ts';
import type { AttemptDays, DayTotal } from './attempt-days.ts';
import { Batcher } from '../mongo/batcher.ts';
import { newId } from '../mongo/ids.ts';

/** The number of totals after which a process starts again under another name. */
const TOTALS_MAX = 10_000;

/** One attempt with its outcome. */
export interface CountedAttempt {
  /** The id of the webhook or the target. */
  of: string;
  at: Date;
  succeeded: boolean;
}

/**
 * Counts the attempts of this process. The totals are in memory, and `save` writes them as a whole and not the increments, so that it can
 * be retried. Save them before the outcome of an attempt is stored: then no stored outcome is missing.
 */
export class AttemptCounter {
  readonly #days: Pick<AttemptDays, 'raise'>;
  readonly #totals = new Map<string, DayTotal>();
  readonly #unsaved = new Set<DayTotal>();
  readonly #saving = new Batcher<undefined, undefined>((asked) => this.#save(asked));
  #writer = newId();
  #newestDay = '';

  constructor(days: Pick<AttemptDays, 'raise'>) {
    this.#days = days;
  }

  /** Counts an attempt; call it once for each. */
  add({ of, at, succeeded }: CountedAttempt): void {
    const total = this.#totalOf(of, dayOf(at));
    total[succeeded ? 'succeeded' : 'failed'] += 1;
    this.#unsaved.add(total);
  }

  /** Resolves when everything added so far is stored. */
  save(): Promise<void> {
    return this.#saving.do(undefined);
  }

  #totalOf(of: string, day: string): DayTotal {
    if (day > this.#newestDay || this.#totals.size >= TOTALS_MAX) this.#forget(day);
    const key = `${of} ${day}`;
    const total = this.#totals.get(key) ?? { of, day, writer: this.#writer, succeeded: 0, failed: 0 };
    this.#totals.set(key, total);
    return total;
  }

  /** Starts new totals under another name, because smaller totals under the former one would change nothing. Unsaved ones keep theirs. */
  #forget(day: string): void {
    if (day > this.#newestDay) this.#newestDay = day;
    this.#totals.clear();
    this.#writer = newId();
  }

  async #save(asked: readonly undefined[]): Promise<readonly undefined[]> {
    const totals = [...this.#unsaved];
    this.#unsaved.clear();
    try {
      await this.#days.raise(totals);
    } catch (error) {
      for (const total of totals) this.#unsaved.add(total);
      throw error;
    }
    return asked;
  }
}

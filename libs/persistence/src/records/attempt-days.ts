import type { AttemptSummary } from '@estate/contracts';
import type { Collection, Db } from 'mongodb';

const DAY_MS = 86_400_000;
/** The retention: longer than the longest summary. */
const KEPT_MS = 40 * DAY_MS;

/** The attempts of a webhook or a target on one day that one process has counted. */
export interface DayTotal {
  /** The id of the webhook or the target. */
  of: string;
  /** The day in UTC, such as `2026-11-01`. */
  day: string;
  /** The name of the process: no two processes write one document. */
  writer: string;
  succeeded: number;
  failed: number;
}

interface DayDoc extends Omit<DayTotal, 'writer'> {
  _id: string;
  expiresAt: Date;
}

export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** The last days up to today, in UTC, oldest first. */
export const lastDays = (days: number, now: Date): string[] =>
  Array.from({ length: days }, (_, index) => dayOf(new Date(now.getTime() - (days - 1 - index) * DAY_MS)));

/** Counts succeeded and failed attempts by day: one document for each day and process. */
export class AttemptDays {
  readonly #docs: Collection<DayDoc>;

  constructor(db: Db) {
    this.#docs = db.collection('attempt-days');
  }

  /** Raises totals of a process, which never become smaller: a late or retried write changes nothing. */
  async raise(totals: readonly DayTotal[]): Promise<void> {
    if (totals.length === 0) return;
    const writes = totals.map(({ of, day, writer, succeeded, failed }) => ({
      updateOne: {
        filter: { _id: `${of} ${day} ${writer}` },
        update: {
          $max: { succeeded, failed },
          $setOnInsert: { of, day, expiresAt: new Date(Date.parse(day) + KEPT_MS) },
        },
        upsert: true,
      },
    }));
    await this.#docs.bulkWrite(writes, { ordered: false });
  }

  /** Removes the attempts of deleted webhooks or targets. */
  async removeOf(ids: readonly string[]): Promise<void> {
    await this.#docs.deleteMany({ of: { $in: [...ids] } });
  }

  /** The attempts of some webhooks or targets in the last days, today included. */
  async summary(of: readonly string[], { days, now }: { days: number; now: Date }): Promise<AttemptSummary> {
    const dates = lastDays(days, now);
    const docs = await this.#docs
      .find({ of: { $in: [...of] }, day: { $gte: dates[0] ?? dayOf(now) } })
      .project<Omit<DayTotal, 'of' | 'writer'>>({ day: 1, succeeded: 1, failed: 1 })
      .toArray();
    const byDay = Map.groupBy(docs, ({ day }) => day);
    const rows = dates.map((date) => ({ date, ...sumOf(byDay.get(date) ?? []) }));
    return { ...sumOf(rows), days: rows };
  }
}

type Counts = Pick<DayTotal, 'succeeded' | 'failed'>;

const sumOf = (counts: readonly Counts[]): Counts => ({
  succeeded: counts.reduce((sum, { succeeded }) => sum + succeeded, 0),
  failed: counts.reduce((sum, { failed }) => sum + failed, 0),
});

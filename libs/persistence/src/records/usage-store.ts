import type { Collection } from 'mongodb';
import { newId } from '../mongo/ids.ts';

const DAY_MS = 86_400_000;

export type Counts = Partial<Record<string, number>>;

/** An account, or a part of it that is counted separately, such as a target. */
export interface Whose {
  accountId: string;
  of?: string;
}

/** The usage of an account, or the events on one of its targets, on a day in UTC. */
export interface UsageDoc extends Whose {
  /** The account, the part that is counted separately, and the day. */
  _id: string;
  day: string;
  /** Counts by hour, so that an hour can be counted again without adding to the old count. */
  hours?: Record<string, Counts>;
  /** The highest levels of the day. */
  levels?: Counts;
  expiresAt: Date;
}

export interface UsageStateDoc {
  _id: string;
  until: Date;
  /** New for each time that the hour has to be counted again. */
  token?: string;
}

const AGAIN = 'again';
const AGAIN_MAX = 100;

/** The counts of a day: the sum of its hours, and its levels. */
export interface CountedDay extends Whose {
  day: string;
  counts: Counts;
}

export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
const hourOf = (at: Date): string => at.toISOString().slice(11, 13);

export const keyOf = ({ accountId, of }: Whose): string =>
  of === undefined ? accountId : `${accountId}/${of}`;

interface Parts {
  docs: Collection<UsageDoc>;
  states: Collection<UsageStateDoc>;
  keptDays: number;
  /** A prefix for the names of states, if several stores share them. */
  prefix?: string;
}

/** Stores the usage of accounts, and the positions of the counts. */
export class UsageStore {
  readonly #docs: Collection<UsageDoc>;
  readonly #states: Collection<UsageStateDoc>;
  readonly #keptDays: number;
  readonly #prefix: string;

  constructor({ docs, states, keptDays, prefix = '' }: Parts) {
    this.#docs = docs;
    this.#states = states;
    this.#keptDays = keptDays;
    this.#prefix = prefix;
  }

  /** The time up to which something is counted, or need not be counted again; undefined before the first count. */
  async until(name: string): Promise<Date | undefined> {
    return (await this.#states.findOne({ _id: this.#prefix + name }))?.until;
  }

  async finish(name: string, until: Date): Promise<void> {
    await this.#states.updateOne({ _id: this.#prefix + name }, { $set: { until } }, { upsert: true });
  }

  /** Marks the hour that begins then to be counted again. */
  async countAgain(hour: Date): Promise<void> {
    const _id = `${this.#prefix}${AGAIN}-${hour.toISOString()}`;
    await this.#states.updateOne({ _id }, { $set: { until: hour, token: newId() } }, { upsert: true });
  }

  /** The hours to count again. */
  async again(): Promise<UsageStateDoc[]> {
    const name = this.#prefix + AGAIN;
    const filter = { _id: { $gte: `${name}-`, $lt: `${name}.` } };
    return this.#states.find(filter).limit(AGAIN_MAX).toArray();
  }

  /** Removes the mark, unless the hour has to be counted once more. */
  async endAgain({ _id, token }: UsageStateDoc): Promise<void> {
    await this.#states.deleteOne({ _id, ...(token !== undefined && { token }) });
  }

  /** Replaces the counts of the hour that begins then. */
  async setHour(whose: Whose, hour: Date, counts: Counts): Promise<void> {
    await this.#update(whose, hour, { $set: { [`hours.${hourOf(hour)}`]: counts } });
  }

  /** Raises the highest levels on the day of a time. */
  async raiseLevels(whose: Whose, at: Date, levels: Counts): Promise<void> {
    const raised = Object.entries(levels).map(([name, level]) => [`levels.${name}`, level] as const);
    await this.#update(whose, at, { $max: Object.fromEntries(raised) });
  }

  /** The days of a month, oldest first. */
  async ofMonth(accountIds: readonly string[], month: string): Promise<CountedDay[]> {
    const filter = {
      accountId: { $in: [...accountIds] },
      day: { $gte: `${month}-01`, $lte: `${month}-31` },
    };
    const docs = await this.#docs.find(filter).sort({ accountId: 1, day: 1 }).toArray();
    return docs.map(toDay);
  }

  /** The days of a period, of all parts of an account or of one. */
  async *ofDays(whose: Whose, { from, to }: { from: string; to: string }): AsyncGenerator<CountedDay> {
    const found = this.#docs.find({ ...whose, day: { $gte: from, $lte: to } });
    for await (const doc of found) yield toDay(doc);
  }

  async #update(
    { accountId, of }: Whose,
    at: Date,
    { $set, ...raise }: { $set?: object; $max?: object },
  ): Promise<void> {
    const day = dayOf(at);
    const whose = { accountId, ...(of !== undefined && { of }) };
    const expiresAt = new Date(Date.parse(day) + this.#keptDays * DAY_MS);
    await this.#docs.updateOne(
      { _id: `${keyOf(whose)}/${day}` },
      { $set: { ...$set, ...whose, day, expiresAt }, ...raise },
      { upsert: true },
    );
  }
}

const toDay = ({ accountId, of, day, hours = {}, levels = {} }: UsageDoc): CountedDay => ({
  accountId,
  ...(of !== undefined && { of }),
  day,
  counts: { ...sumOfCounts(Object.values(hours)), ...levels },
});

export function sumOfCounts(all: readonly Counts[]): Counts {
  const total: Counts = {};
  for (const counts of all) {
    for (const [name, count = 0] of Object.entries(counts)) total[name] = (total[name] ?? 0) + count;
  }
  return total;
}

import type { Collection, Db } from 'mongodb';

const DAY_MS = 86_400_000;

export type Counts = Partial<Record<string, number>>;

/** What an account used on a day in UTC. */
export interface UsageDoc {
  /** Account and day. */
  _id: string;
  accountId: string;
  day: string;
  /** What happened, by hour, so that an hour can be counted again without counting it twice. */
  hours?: Record<string, Counts>;
  /** What was there, at most. */
  levels?: Counts;
  expiresAt: Date;
}

interface StateDoc {
  _id: string;
  until: Date;
}

/** The usage of an account on a day: its hours together, and its levels. */
export interface DayOfAccount {
  accountId: string;
  day: string;
  counts: Counts;
}

export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
const hourOf = (at: Date): string => at.toISOString().slice(11, 13);

/** What accounts used, and how far it is counted. */
export class UsageStore {
  readonly #docs: Collection<UsageDoc>;
  readonly #states: Collection<StateDoc>;
  readonly #keptDays: number;

  constructor(db: Db, keptDays: number) {
    this.#docs = db.collection('usage');
    this.#states = db.collection('usage-states');
    this.#keptDays = keptDays;
  }

  /** Up to when something is counted, or need not be counted again; undefined before the first time. */
  async until(name: string): Promise<Date | undefined> {
    return (await this.#states.findOne({ _id: name }))?.until;
  }

  async finish(name: string, until: Date): Promise<void> {
    await this.#states.updateOne({ _id: name }, { $set: { until } }, { upsert: true });
  }

  /** Replaces what an account did in the hour that begins then. */
  async setHour(accountId: string, hour: Date, counts: Counts): Promise<void> {
    await this.#update(accountId, hour, { $set: { [`hours.${hourOf(hour)}`]: counts } });
  }

  /** Raises what was there at most on the day of a time. */
  async raiseLevels(accountId: string, at: Date, levels: Counts): Promise<void> {
    const raised = Object.entries(levels).map(([name, level]) => [`levels.${name}`, level] as const);
    await this.#update(accountId, at, { $max: Object.fromEntries(raised) });
  }

  /** The days of a month, oldest first. */
  async ofMonth(accountIds: readonly string[], month: string): Promise<DayOfAccount[]> {
    const filter = {
      accountId: { $in: [...accountIds] },
      day: { $gte: `${month}-01`, $lte: `${month}-31` },
    };
    const docs = await this.#docs.find(filter).sort({ accountId: 1, day: 1 }).toArray();
    return docs.map(({ accountId, day, hours = {}, levels = {} }) => ({
      accountId,
      day,
      counts: { ...sum(Object.values(hours)), ...levels },
    }));
  }

  async #update(
    accountId: string,
    at: Date,
    { $set, ...raise }: { $set?: object; $max?: object },
  ): Promise<void> {
    const day = dayOf(at);
    const expiresAt = new Date(Date.parse(day) + this.#keptDays * DAY_MS);
    await this.#docs.updateOne(
      { _id: `${accountId}/${day}` },
      { $set: { ...$set, accountId, day, expiresAt }, ...raise },
      { upsert: true },
    );
  }
}

function sum(all: readonly Counts[]): Counts {
  const total: Counts = {};
  for (const counts of all) {
    for (const [name, count = 0] of Object.entries(counts)) total[name] = (total[name] ?? 0) + count;
  }
  return total;
}

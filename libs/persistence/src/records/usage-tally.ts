import type { Collection, Filter } from 'mongodb';
import type { Log } from '../mongo/log.ts';
import { keyOf, sumOfCounts } from './usage-store.ts';
import type { Counts, UsageStore, Whose } from './usage-store.ts';
import { Worker } from '../work/worker.ts';

const HOUR_MS = 3_600_000;
const AT_ONCE = 1000;
const SWEEP_MS = 300_000;
/** The minimum pause between counts of the current day: short in a small system, longer where counting takes long. */
const AGAIN_AFTER_MS = 240_000;
const AGAIN_WITHIN_MS = 6 * HOUR_MS;
const REST_PER_COUNT = 100;
/** The time that documents of an hour may still be in transit to the database when it ends. */
const SETTLED_MS = 600_000;
/** The time for which hours are counted again after a wrong clock has counted them too early. */
const COUNTED_AGAIN_MS = 24 * HOUR_MS;
/** The maximum delay of a counted document: for a later one, parts of its time may have been erased since. */
const LATEST_MS = 7 * 24 * HOUR_MS;

export interface Owned {
  _id: string;
  accountId: string;
}

/** Documents that are counted once, in the hour of their id. */
export interface Flow<T extends Owned = Owned> {
  docs: Collection<T>;
  filter?: Filter<T>;
  /** The fields that `measure` and `of` read. */
  fields?: Readonly<Record<string, 1>>;
  measure: (doc: T) => Counts;
  /** The part of an account that is counted separately, such as a target. */
  of?: (doc: T) => string;
  /** The first id of a time. */
  firstIdAt: (at: Date) => string;
  /** The time of an id. */
  timeOf: (id: string) => Date;
}

/** Documents that are counted as long as they exist. */
export interface Level<T extends Owned = Owned> {
  docs: Collection<T>;
  filter: Filter<T>;
  /** The fields that `measure` reads. */
  fields: Readonly<Record<string, 1>>;
  measure: (doc: T) => Counts;
}

/** Wraps a flow for a list with flows of other documents. */
export const flow = <T extends Owned>(given: Flow<T>): Flow => given as unknown as Flow;

/** Wraps a level for a list with levels of other documents. */
export const level = <T extends Owned>(given: Level<T>): Level => given as unknown as Level;

interface Parts {
  store: UsageStore;
  flows: readonly Flow[];
  levels: readonly Level[];
  /** The start of counting without an earlier count; by default the beginning of the month. */
  countsFrom?: (now: Date) => Date;
  /** The clock for the duration of counting. */
  nowMs?: () => number;
}

/**
 * Counts the usage of accounts from the documents themselves: each hour once it has ended; the current hour and the levels periodically. An
 * hour that is counted again, after a crash or by two replicas at once, has the same result.
 */
export class UsageTally {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Marks the hour of a late document to be counted again, if it was counted already. */
  async noteLate(id: string, timeOf: Flow['timeOf'], now: Date): Promise<void> {
    const { store } = this.#parts;
    const hour = beginOfHour(timeOf(id));
    const counted = (await store.until('hours')) ?? new Date(0);
    const isLate = hour < counted || hour < beginOfHour(new Date(now.getTime() - SETTLED_MS));
    if (isLate && now.getTime() - hour.getTime() < LATEST_MS) await store.countAgain(hour);
  }

  /** Counts one hour, or what is not over; true if there may be more to count. */
  async countNext(now: Date): Promise<boolean> {
    await this.#countLate();
    if (await this.#countHour(now)) return true;
    await this.#again('running', now, () => this.#countRunning(now));
    await this.#again('levels', now, () => this.#countLevels(now));
    return false;
  }

  /** Counts on one of the replicas when it is due again. */
  async #again(name: 'running' | 'levels', now: Date, count: () => Promise<void>): Promise<void> {
    const { store, nowMs = () => performance.now() } = this.#parts;
    const due = await store.until(`${name}-due`);
    if (due && now < due && due.getTime() <= now.getTime() + AGAIN_WITHIN_MS + SETTLED_MS) return;
    const startedMs = nowMs();
    await count();
    const restMs = REST_PER_COUNT * (nowMs() - startedMs);
    const nextMs = now.getTime() + Math.min(Math.max(restMs, AGAIN_AFTER_MS), AGAIN_WITHIN_MS);
    await store.finish(`${name}-due`, new Date(nextMs));
  }

  async #countLate(): Promise<void> {
    const { store } = this.#parts;
    for (const late of await store.again()) {
      await this.#countFlows(late.until, new Date(late.until.getTime() + HOUR_MS));
      await store.endAgain(late);
    }
  }

  async #countHour(now: Date): Promise<boolean> {
    const { store, flows } = this.#parts;
    const hour = await this.#firstHour(now);
    const countable = beginOfHour(new Date(now.getTime() - SETTLED_MS));
    if (hour >= countable) return false;
    // Hours without a document are skipped in one step, such as those before the first one.
    const [next = countable] = (await Promise.all(flows.map((flow) => nextHour(flow, hour))))
      .flat()
      .toSorted(byTime);
    const end = next < countable ? new Date(next.getTime() + HOUR_MS) : countable;
    if (next < countable) await this.#countFlows(next, end);
    await store.finish('hours', end);
    return true;
  }

  /** The first hour whose count is not final. */
  async #firstHour(now: Date): Promise<Date> {
    const { store, countsFrom = beginOfMonth } = this.#parts;
    const until = await store.until('hours');
    if (until && until > now) return beginOfHour(new Date(now.getTime() - COUNTED_AGAIN_MS));
    return until ?? beginOfHour(countsFrom(now));
  }

  /** Counts the hours that are not over, or were over so recently that they are counted once more. */
  async #countRunning(now: Date): Promise<void> {
    const first = await this.#firstHour(now);
    for (let hour = first; hour < now; hour = new Date(hour.getTime() + HOUR_MS))
      await this.#countFlows(hour, new Date(hour.getTime() + HOUR_MS));
  }

  async #countFlows(hour: Date, end: Date): Promise<void> {
    const { store, flows } = this.#parts;
    const counts = new Tallies();
    for (const flow of flows) await countFlow(flow, { from: hour, to: end }, counts);
    for (const { whose, counted } of counts.all()) await store.setHour(whose, hour, counted);
  }

  async #countLevels(now: Date): Promise<void> {
    const { store } = this.#parts;
    const counts = new Tallies();
    for (const level of this.#parts.levels) await countLevel(level, counts);
    for (const { whose, counted } of counts.all()) await store.raiseLevels(whose, now, counted);
  }
}

/** Counts by account, and by the part that is counted separately. */
class Tallies {
  readonly #all = new Map<string, { whose: Whose; counted: Counts }>();

  add(whose: Whose, amounts: Counts): void {
    if (Object.keys(amounts).length === 0) return;
    const key = keyOf(whose);
    const { counted } = this.#all.get(key) ?? { counted: {} };
    this.#all.set(key, { whose, counted: sumOfCounts([counted, amounts]) });
  }

  all(): Iterable<{ whose: Whose; counted: Counts }> {
    return this.#all.values();
  }
}

/** The next hour with a document, if there is one. */
async function nextHour({ docs, firstIdAt, timeOf }: Flow, from: Date): Promise<Date[]> {
  const filter: Filter<Owned> = { _id: { $gte: firstIdAt(from) } };
  const doc = await docs.findOne(filter, { sort: { _id: 1 }, projection: { _id: 1 } });
  return doc ? [beginOfHour(timeOf(doc._id))] : [];
}

const byTime = (one: Date, other: Date): number => one.getTime() - other.getTime();

async function countFlow(
  { docs, filter, fields, measure, of, firstIdAt }: Flow,
  { from, to }: { from: Date; to: Date },
  counts: Tallies,
): Promise<void> {
  const inTime = { ...(filter as object), _id: { $gte: firstIdAt(from), $lt: firstIdAt(to) } };
  const projection = { accountId: 1, ...fields };
  const found = docs.find(inTime as Filter<Owned>, { projection }).batchSize(AT_ONCE);
  for await (const doc of found) {
    const { accountId } = doc;
    counts.add({ accountId, ...(of && { of: of(doc) }) }, measure(doc));
  }
}

async function countLevel({ docs, filter, fields, measure }: Level, counts: Tallies): Promise<void> {
  const found = docs.find(filter, { projection: { accountId: 1, ...fields } }).batchSize(AT_ONCE);
  for await (const doc of found) counts.add({ accountId: doc.accountId }, measure(doc));
}

const beginOfHour = (at: Date): Date => new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);

const beginOfMonth = (at: Date): Date => new Date(`${at.toISOString().slice(0, 7)}-01T00:00:00Z`);

interface WorkerParts {
  clock: () => Date;
  log: Log;
  /** `usage` by default. */
  name?: string;
}

/** Counts every few minutes. */
export const usageWorker = (tally: UsageTally, { clock, log, name = 'usage' }: WorkerParts): Worker =>
  new Worker({ name, run: () => tally.countNext(clock()), sweepEveryMs: SWEEP_MS, log });

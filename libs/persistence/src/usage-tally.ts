import type { Collection, Filter } from 'mongodb';
import type { Log } from './log.ts';
import type { Counts, UsageStore } from './usage-store.ts';
import { Worker } from './worker.ts';

const HOUR_MS = 3_600_000;
const AT_ONCE = 1000;
const SWEEP_MS = 300_000;
const LEVELS_EVERY_MS = 6 * HOUR_MS;
/** Documents of an hour may still be on their way into the database when it ends. */
const SETTLED_MS = 600_000;

export interface Owned {
  _id: string;
  accountId: string;
}

/** Documents that are counted once, in the hour of their id. */
export interface Flow<T extends Owned = Owned> {
  name: string;
  docs: Collection<T>;
  filter?: Filter<T>;
  /** The first id of a time. */
  firstIdAt: (at: Date) => string;
}

/** Documents that are counted as long as they are there. */
export interface Level<T extends Owned = Owned> {
  docs: Collection<T>;
  filter: Filter<T>;
  /** Of these fields `measure` makes what one document adds. */
  fields: Readonly<Record<string, 1>>;
  measure: (doc: T) => Counts;
}

/** One that is counted beside flows of other documents. */
export const flow = <T extends Owned>(given: Flow<T>): Flow => given as unknown as Flow;

/** One that is measured beside levels of other documents. */
export const level = <T extends Owned>(given: Level<T>): Level => given as unknown as Level;

interface Parts {
  store: UsageStore;
  flows: readonly Flow[];
  levels: readonly Level[];
}

/**
 * Counts what accounts use, from the documents themselves: each hour once it has ended, what is there every six hours. An hour that is
 * counted again, after a crash or by two replicas at once, has the same result.
 */
export class UsageTally {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Counts one hour, or what is there. True if there may be more to count. */
  async countNext(now: Date): Promise<boolean> {
    return (await this.#countHour(now)) || (await this.#countLevels(now));
  }

  async #countHour(now: Date): Promise<boolean> {
    const { store, flows } = this.#parts;
    const hour = (await store.until('hours')) ?? beginOfMonth(now);
    const countable = beginOfHour(new Date(now.getTime() - SETTLED_MS));
    if (hour >= countable) return false;
    // A new system has nothing to count in all hours of the month before it.
    const isAnySince = (await Promise.all(flows.map((flow) => isAnyFrom(flow, hour)))).includes(true);
    const end = isAnySince ? new Date(hour.getTime() + HOUR_MS) : countable;
    const counts = new Tallies();
    if (isAnySince) for (const flow of flows) await countFlow(flow, { from: hour, to: end }, counts);
    for (const [accountId, counted] of counts.all()) await store.setHour(accountId, hour, counted);
    await store.finish('hours', end);
    return true;
  }

  async #countLevels(now: Date): Promise<boolean> {
    const { store } = this.#parts;
    const last = await store.until('levels');
    if (last && now.getTime() - last.getTime() < LEVELS_EVERY_MS) return false;
    const counts = new Tallies();
    for (const level of this.#parts.levels) await countLevel(level, counts);
    for (const [accountId, counted] of counts.all()) await store.raiseLevels(accountId, now, counted);
    await store.finish('levels', now);
    return false;
  }
}

/** Counts by account. */
class Tallies {
  readonly #counts = new Map<string, Record<string, number>>();

  add(accountId: string, amounts: Counts): void {
    const counts = this.#counts.get(accountId) ?? {};
    for (const [name, amount = 0] of Object.entries(amounts)) counts[name] = (counts[name] ?? 0) + amount;
    this.#counts.set(accountId, counts);
  }

  all(): Iterable<[string, Counts]> {
    return this.#counts;
  }
}

async function isAnyFrom({ docs, firstIdAt }: Flow, from: Date): Promise<boolean> {
  const filter: Filter<Owned> = { _id: { $gte: firstIdAt(from) } };
  return (await docs.findOne(filter, { projection: { _id: 1 } })) !== null;
}

async function countFlow(
  { name, docs, filter, firstIdAt }: Flow,
  { from, to }: { from: Date; to: Date },
  counts: Tallies,
): Promise<void> {
  const inTime = { ...(filter as object), _id: { $gte: firstIdAt(from), $lt: firstIdAt(to) } };
  const found = docs.find(inTime as Filter<Owned>, { projection: { accountId: 1 } }).batchSize(AT_ONCE);
  for await (const { accountId } of found) counts.add(accountId, { [name]: 1 });
}

async function countLevel({ docs, filter, fields, measure }: Level, counts: Tallies): Promise<void> {
  const found = docs.find(filter, { projection: { accountId: 1, ...fields } }).batchSize(AT_ONCE);
  for await (const doc of found) counts.add(doc.accountId, measure(doc));
}

const beginOfHour = (at: Date): Date => new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);

const beginOfMonth = (at: Date): Date => new Date(`${at.toISOString().slice(0, 7)}-01T00:00:00Z`);

/** Counts soon after an hour is over. */
export const usageWorker = (tally: UsageTally, { clock, log }: { clock: () => Date; log: Log }): Worker =>
  new Worker({ name: 'usage', run: () => tally.countNext(clock()), sweepEveryMs: SWEEP_MS, log });

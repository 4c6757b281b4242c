import type { AuditRound, Repairs, Violation } from '@estate/contracts';
import type { Metrics } from '@estate/observability';
import { METRICS } from '../mongo/metrics.ts';
import type { Log } from '../mongo/log.ts';
import { Worker } from '../work/worker.ts';

/** Violations are counted up to this number, so that a check stays cheap. */
export const COUNTED_MAX = 1000;
const NAMED_MAX = 10;
/** Repaired in one call; the next call goes on. */
const REPAIRED_AT_ONCE = 200;

/** A condition that every document of a service must meet, described for people. */
export interface Rule {
  /** Its name in the metric and in the operator's tool, in kebab-case. */
  name: string;
  /** The meaning of a violation for customers. */
  meaning: string;
  /** The steps of an operator. */
  advice: string;
  /**
   * Corrects violations and returns the ids of the corrected documents. Only where this is safe without a person: it is idempotent,
   * and a document that does not violate the invariant, or has changed since, stays as it is.
   */
  repair?(ids: readonly string[], now: Date): Promise<readonly string[]>;
  /** Violations are corrected as soon as the auditor finds them: times beyond every plan, which would silence somebody. */
  isCorrectedAtOnce?: boolean;
  /** The ids of those that a repair would correct; all of them where this is left out. */
  repairable?(ids: readonly string[]): Promise<readonly string[]>;
}

/** One look of an auditor. */
export interface Pass {
  now: Date;
  /**
   * Walks read a further portion only when this many milliseconds have passed since the last portion, in any replica.
   */
  paceMs?: number;
  /** Documents to look at, wherever the walks are. */
  ids?: readonly string[];
}

/** The progress of a walk, and how long a round takes. */
export type Round = AuditRound;

export interface Invariant extends Rule {
  /** The ids of documents that violate it, at most `COUNTED_MAX`, over an index. */
  broken(pass: Pass): Promise<readonly string[]>;
  /** The rounds of the walks that look for violations. */
  rounds?(now: Date): Promise<readonly Round[]>;
}

export interface AuditorOptions {
  invariants: readonly Invariant[];
  metrics: Pick<Metrics, 'counter' | 'gauge'>;
  log: Log;
  clock: () => Date;
  /** Milliseconds between two looks. */
  everyMs: number;
}

/** Which violations to repair, and whether only to say what would be repaired. */
export interface RepairOrder {
  invariant?: string | undefined;
  ids?: readonly string[] | undefined;
  isDryRun: boolean;
}

interface Found {
  invariant: Invariant;
  ids: readonly string[];
}

/** Finds violations of invariants now and then, and repairs them when asked to. */
export class Auditor {
  readonly #options: AuditorOptions;
  readonly #invariants: Invariant[] = [];
  readonly #gauge: ReturnType<Metrics['gauge']>;
  readonly #roundGauge: ReturnType<Metrics['gauge']>;
  readonly #corrected: ReturnType<Metrics['counter']>;
  readonly #worker: Worker;
  readonly #known = new Set<string>();
  #looking: Promise<Found[]> | undefined;

  constructor(options: AuditorOptions) {
    const { everyMs, log, metrics, invariants } = options;
    this.#options = options;
    this.#gauge = metrics.gauge(METRICS.invariant_violations_total);
    this.#roundGauge = metrics.gauge(METRICS.audit_round_seconds);
    this.#corrected = metrics.counter(METRICS.invariant_corrections_total);
    this.add(invariants);
    this.#worker = new Worker({
      name: 'auditor',
      run: () => this.look().then(() => false),
      sweepEveryMs: everyMs,
      log,
    });
  }

  /** Adds invariants that need more than the stores of the service. */
  add(invariants: readonly Invariant[]): void {
    this.#invariants.push(...invariants);
    for (const { name, isCorrectedAtOnce } of invariants)
      if (isCorrectedAtOnce) this.#corrected.inc({ invariant: name }, 0);
  }

  start(): void {
    this.#worker.start();
  }

  close(): Promise<void> {
    return this.#worker.close();
  }

  /** Looks as often as it is time to; several replicas share the walks. */
  async look(): Promise<void> {
    const found = await this.#look({ paceMs: this.#options.everyMs });
    await this.#correct(found);
    for (const { walk, seconds } of await this.rounds()) this.#roundGauge.set({ walk }, seconds);
  }

  /** One that fails is found again by the next look. */
  async #correct(found: readonly Found[]): Promise<void> {
    for (const { invariant, ids } of found) {
      if (!invariant.isCorrectedAtOnce) continue;
      const { name } = invariant;
      try {
        const { repaired } = await this.#repairOne(invariant, ids, false);
        this.#corrected.inc({ invariant: name }, repaired.length);
      } catch (error) {
        this.#options.log.warn({ invariant: name, err: error }, 'invariant.uncorrected');
      }
    }
  }

  /** How far each walk is, and how long a round takes; in the order of the names. */
  async rounds(): Promise<Round[]> {
    const now = this.#options.clock();
    const rounds = new Map<string, Round>();
    for (const invariant of this.#invariants)
      for (const round of (await invariant.rounds?.(now)) ?? []) rounds.set(round.walk, round);
    return [...rounds.values()].toSorted((one, other) => (one.walk < other.walk ? -1 : 1));
  }

  /** Looks now; who asks meanwhile gets the same answer. */
  async violations(): Promise<Violation[]> {
    const found = await this.#look({});
    return found.map(({ invariant: { name, meaning, advice, repair }, ids }) => ({
      promise: name,
      count: ids.length,
      ids: ids.slice(0, NAMED_MAX),
      meaning,
      advice,
      isRepairable: repair !== undefined,
    }));
  }

  /** Repairs what violates invariants right now. */
  async repair({ invariant: wanted, ids: named, isDryRun }: RepairOrder): Promise<Repairs> {
    const found = await this.#look(named ? { ids: named } : {});
    const repairs: Repairs['data'] = [];
    for (const { invariant, ids } of found) {
      if (wanted !== undefined && invariant.name !== wanted) continue;
      const meant = named ? ids.filter((id) => named.includes(id)) : ids;
      if (meant.length > 0) repairs.push(await this.#repairOne(invariant, meant, isDryRun));
    }
    return { data: repairs };
  }

  async #repairOne(
    { name, advice, repair, repairable }: Invariant,
    violating: readonly string[],
    isDryRun: boolean,
  ): Promise<Repairs['data'][number]> {
    const about = { promise: name, advice, isRepairable: repair !== undefined };
    if (!repair) return { ...about, repaired: [], left: violating.length };
    const ids = violating.slice(0, REPAIRED_AT_ONCE);
    const wouldBe = async () => (await repairable?.(ids)) ?? ids;
    const repaired = isDryRun ? await wouldBe() : await repair(ids, this.#options.clock());
    if (!isDryRun && repaired.length > 0)
      this.#options.log.info({ invariant: name, ids: repaired }, 'invariant.repaired');
    return { ...about, repaired: [...repaired], left: violating.length - repaired.length };
  }

  /** Looks that name documents do not wait for others, and are not shared. */
  #look(pass: Omit<Pass, 'now'>): Promise<Found[]> {
    if (pass.ids) return this.#lookAt(pass);
    this.#looking ??= this.#lookAt(pass).finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async #lookAt(options: Omit<Pass, 'now'>): Promise<Found[]> {
    const found: Found[] = [];
    const pass = { ...options, now: this.#options.clock() };
    // One after the other: nobody is in a hurry, and the database has other work.
    for (const invariant of this.#invariants) {
      const ids = await this.#brokenOf(invariant, pass);
      if (ids && ids.length > 0) found.push({ invariant, ids });
    }
    return found;
  }

  /** An invariant that cannot be checked now does not keep the others from being checked. */
  async #brokenOf(invariant: Invariant, pass: Pass): Promise<readonly string[] | undefined> {
    const { name } = invariant;
    try {
      const ids = await invariant.broken(pass);
      this.#gauge.set({ invariant: name }, ids.length);
      this.#log(name, ids);
      return ids;
    } catch (error) {
      this.#options.log.warn({ invariant: name, err: error }, 'invariant.unchecked');
      return undefined;
    }
  }

  #log(invariant: string, ids: readonly string[]): void {
    if (ids.length === 0) this.#known.delete(invariant);
    if (ids.length === 0 || this.#known.has(invariant)) return;
    this.#known.add(invariant);
    this.#options.log.error(
      { invariant, count: ids.length, ids: ids.slice(0, NAMED_MAX) },
      'invariant.violated',
    );
  }
}

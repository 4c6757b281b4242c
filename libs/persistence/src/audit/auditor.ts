import type { AuditRound, Repairs, Violation } from '@estate/contracts';
import type { Metrics } from '@estate/observability';
import { METRICS } from '../mongo/metrics.ts';
import type { Log } from '../mongo/log.ts';
import { Worker } from '../work/worker.ts';

/** The maximum count of violations, so that a check stays cheap. */
export const COUNTED_MAX = 1000;
const NAMED_MAX = 10;
/** The number of repairs in one call; the next call continues. */
const REPAIRED_AT_ONCE = 200;

/** A condition that every document of a service must meet, described for people. */
export interface Rule {
  /** The name in the metric and in the operator's tool, in kebab-case. */
  name: string;
  /** The meaning of a violation for customers. */
  meaning: string;
  /** The instructions for an operator. */
  advice: string;
  /**
   * Corrects violations and returns the ids of the corrected documents. Only defined if this is safe without a person: it is idempotent,
   * and a document that does not violate the invariant, or has changed since, stays as it is.
   */
  repair?(ids: readonly string[], now: Date): Promise<readonly string[]>;
  /** True if the auditor corrects violations as soon as it finds them: times beyond every plan, which would stop the work of an account. */
  isCorrectedAtOnce?: boolean;
  /** The ids that a repair would correct; all of them by default. */
  repairable?(ids: readonly string[]): Promise<readonly string[]>;
}

/** One check by an auditor. */
export interface Pass {
  now: Date;
  /** The minimum number of milliseconds between two portions of a walk, over all replicas. */
  paceMs?: number;
  /** Documents to check, whatever the position of the walks. */
  ids?: readonly string[];
}

/** The progress of a walk, and the duration of a round. */
export type Round = AuditRound;

export interface Invariant extends Rule {
  /** The ids of documents that violate it, at most `COUNTED_MAX`, found by an index. */
  broken(pass: Pass): Promise<readonly string[]>;
  /** The rounds of the walks that find violations. */
  rounds?(now: Date): Promise<readonly Round[]>;
}

export interface AuditorOptions {
  invariants: readonly Invariant[];
  metrics: Pick<Metrics, 'counter' | 'gauge'>;
  log: Log;
  clock: () => Date;
  /** The milliseconds between two checks. */
  everyMs: number;
}

/** The violations to repair; a dry run only reports them. */
export interface RepairOrder {
  invariant?: string | undefined;
  ids?: readonly string[] | undefined;
  isDryRun: boolean;
}

interface Found {
  invariant: Invariant;
  ids: readonly string[];
}

/** Finds violations of invariants periodically, and repairs them on request. */
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

  /** Checks at the configured interval; several replicas share the walks. */
  async look(): Promise<void> {
    const found = await this.#look({ paceMs: this.#options.everyMs });
    await this.#correct(found);
    for (const { walk, seconds } of await this.rounds()) this.#roundGauge.set({ walk }, seconds);
  }

  /** Corrects violations. After a failure, the next check finds them again. */
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

  /** The progress of each walk, and the duration of its round, in the order of the names. */
  async rounds(): Promise<Round[]> {
    const now = this.#options.clock();
    const rounds = new Map<string, Round>();
    for (const invariant of this.#invariants)
      for (const round of (await invariant.rounds?.(now)) ?? []) rounds.set(round.walk, round);
    return [...rounds.values()].toSorted((one, other) => (one.walk < other.walk ? -1 : 1));
  }

  /** Checks now; concurrent callers share the result. */
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

  /** Repairs the current violations. */
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

  /** Checks all invariants. Checks of named documents do not wait for others, and are not shared. */
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
    // One after the other, because there is no hurry and the database has other work.
    for (const invariant of this.#invariants) {
      const ids = await this.#brokenOf(invariant, pass);
      if (ids && ids.length > 0) found.push({ invariant, ids });
    }
    return found;
  }

  /** The violations of an invariant; a failed check of one does not prevent those of the others. */
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

import { setTimeout as pause } from 'node:timers/promises';
import type { AnsweredRequest } from '@estate/http';
import type { Logger, Metrics } from '@estate/observability';
import { METRICS } from '../../metrics.ts';
import type { RequestLogStore } from '../../stores/request-log-store.ts';
import type { LoggedRequest, RequestLogGap } from '../../domain/logged-request.ts';
import { CallBuckets } from './call-buckets.ts';
import { loggedRequestOf } from './request-of.ts';

/** The maximum number of buckets in one write. */
const BATCH_MAX = 500;
const WAITING_MAX = 10_000;
const GATHER_MS = 1000;
/** The time in which a stopping process tries to store waiting calls. */
const CLOSE_MS = 3000;

interface Parts {
  store: Pick<RequestLogStore, 'insert' | 'insertGaps'>;
  clock: () => Date;
  newId: () => string;
  log: Logger;
  metrics: Pick<Metrics, 'counter'>;
  /** The maximum number of waiting calls. */
  waitingMax?: number;
  /** The time for collecting calls, and between two attempts to store them. */
  gatherMs?: number;
}

/**
 * Stores calls in buckets, at the end of each second and when a bucket is full; no caller waits for it. While the database is unavailable,
 * a limited number of calls waits. Further calls are only counted for each account, whose list shows them as a gap.
 */
export class RequestLog {
  readonly #parts: Parts;
  readonly #waitingMax: number;
  readonly #gatherMs: number;
  readonly #open = new CallBuckets();
  /** Complete buckets, which do not change, so that they can be stored again. */
  readonly #closed: LoggedRequest[][] = [];
  /** The number of calls in buckets. */
  #waiting = 0;
  /** The gaps by account. */
  readonly #gaps = new Map<string, RequestLogGap>();
  #gathering: NodeJS.Timeout | undefined;
  #storing: Promise<void> | undefined;
  #isEnded = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#waitingMax = parts.waitingMax ?? WAITING_MAX;
    this.#gatherMs = parts.gatherMs ?? GATHER_MS;
    this.#missed(0);
  }

  add(answered: AnsweredRequest): void {
    const { newId, clock } = this.#parts;
    const now = clock();
    const call = loggedRequestOf(answered, { id: newId(), now });
    if (!call) return;
    if (this.#waiting < this.#waitingMax) this.#gather(call);
    else this.#miss(call);
    // A bucket contains calls of one second, so it is complete at the end of the second.
    this.#gathering ??= setTimeout(
      () => this.#endMoment(),
      this.#gatherMs - (now.getTime() % this.#gatherMs),
    );
  }

  /** Stores waiting calls, unless the database is unavailable. */
  async close(): Promise<void> {
    clearTimeout(this.#gathering);
    this.#endMoment();
    const deadline = new AbortController();
    await Promise.race([this.#storing, pause(CLOSE_MS, undefined, { signal: deadline.signal })]);
    deadline.abort();
    this.#isEnded = true;
    if (this.#waiting === 0) return;
    this.#missed(this.#waiting);
    this.#parts.log.warn({ count: this.#waiting }, 'request-log.lost');
  }

  #gather(call: LoggedRequest): void {
    this.#waiting += 1;
    const full = this.#open.add(call);
    if (full) this.#store([full]);
  }

  #endMoment(): void {
    this.#gathering = undefined;
    this.#store(this.#open.takeAll());
  }

  #store(buckets: readonly LoggedRequest[][]): void {
    this.#closed.push(...buckets);
    if (this.#hasSome()) this.#storing ??= this.#storeAll();
  }

  async #storeAll(): Promise<void> {
    while (this.#hasSome() && !this.#isEnded) if (!(await this.#storeSome())) await pause(this.#gatherMs);
    this.#storing = undefined;
  }

  #hasSome(): boolean {
    return this.#closed.length + this.#gaps.size > 0;
  }

  async #storeSome(): Promise<boolean> {
    try {
      await this.#storeBuckets();
      await this.#storeGaps();
      return true;
    } catch (error) {
      this.#parts.log.warn({ err: error }, 'request-log.store.failed');
      return false;
    }
  }

  async #storeBuckets(): Promise<void> {
    const batch = this.#closed.slice(0, BATCH_MAX);
    if (batch.length > 0) await this.#parts.store.insert(batch);
    this.#closed.splice(0, batch.length);
    this.#waiting -= batch.flat().length;
  }

  async #storeGaps(): Promise<void> {
    const gaps = [...this.#gaps.values()];
    this.#gaps.clear();
    try {
      if (gaps.length > 0) await this.#parts.store.insertGaps(gaps);
    } catch (error) {
      for (const gap of gaps) this.#widen(gap);
      throw error;
    }
  }

  #miss({ id, accountId }: LoggedRequest): void {
    const endedAt = this.#parts.clock();
    if (!this.#gaps.has(accountId)) this.#parts.log.warn({ accountId }, 'request-log.full');
    this.#widen({ id, accountId, since: endedAt, at: endedAt, missing: 1 });
    this.#missed(1);
  }

  /** Adds to the gap of an account that is not stored yet. */
  #widen(gap: RequestLogGap): void {
    const known = this.#gaps.get(gap.accountId);
    const [first, last] = known && known.since < gap.since ? [known, gap] : [gap, known ?? gap];
    const missing = gap.missing + (known?.missing ?? 0);
    this.#gaps.set(gap.accountId, { ...last, since: first.since, missing });
  }

  #missed(count: number): void {
    this.#parts.metrics.counter(METRICS.request_log_missed_total).inc(count);
  }
}

import { setTimeout as pause } from 'node:timers/promises';
import type { AnsweredRequest } from '@estate/http';
import type { Logger, Metrics } from '@estate/observability';
import { METRICS } from '../../metrics.ts';
import type { RequestLogStore } from '../../stores/request-log-store.ts';
import type { LoggedRequest, RequestLogGap } from '../../domain/logged-request.ts';
import { loggedRequestOf } from './request-of.ts';

const BATCH_MAX = 500;
const WAITING_MAX = 10_000;
const GATHER_MS = 1000;
/** How long a process that stops tries to store what waits. */
const CLOSE_MS = 3000;

interface Parts {
  store: Pick<RequestLogStore, 'insert' | 'insertGaps'>;
  clock: () => Date;
  newId: () => string;
  log: Logger;
  metrics: Pick<Metrics, 'counter'>;
  /** How many calls may wait to be stored. */
  waitingMax?: number;
  /** How long calls are gathered for a batch, and the time between two attempts to store it. */
  gatherMs?: number;
}

/**
 * Stores calls in batches; no caller waits for it. While the database is unavailable a limited number of calls waits. Of further
 * calls only the number is kept for each account, which its list shows as a gap.
 */
export class RequestLog {
  readonly #parts: Parts;
  readonly #waitingMax: number;
  readonly #gatherMs: number;
  readonly #waiting: LoggedRequest[] = [];
  /** By account. */
  readonly #gaps = new Map<string, RequestLogGap>();
  readonly #closing = new AbortController();
  #running: Promise<void> | undefined;
  #isEnded = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#waitingMax = parts.waitingMax ?? WAITING_MAX;
    this.#gatherMs = parts.gatherMs ?? GATHER_MS;
    this.#missed(0);
  }

  add(answered: AnsweredRequest): void {
    const { newId, clock } = this.#parts;
    const call = loggedRequestOf(answered, { id: newId(), now: clock() });
    if (!call) return;
    if (this.#waiting.length < this.#waitingMax) this.#waiting.push(call);
    else this.#miss(call);
    this.#running ??= this.#run();
  }

  /** Stores what waits, unless the database is unavailable. */
  async close(): Promise<void> {
    this.#closing.abort();
    const deadline = new AbortController();
    await Promise.race([this.#running, pause(CLOSE_MS, undefined, { signal: deadline.signal })]);
    deadline.abort();
    this.#isEnded = true;
    if (this.#waiting.length === 0) return;
    this.#missed(this.#waiting.length);
    this.#parts.log.warn({ count: this.#waiting.length }, 'request-log.lost');
  }

  async #run(): Promise<void> {
    while (this.#waiting.length + this.#gaps.size > 0 && !this.#isEnded) {
      if (this.#waiting.length < BATCH_MAX) await this.#gathered();
      if (!(await this.#storeSome())) await pause(this.#gatherMs);
    }
    this.#running = undefined;
  }

  /** Until further calls have come, or at once in a process that stops. */
  async #gathered(): Promise<void> {
    const { signal } = this.#closing;
    await pause(this.#gatherMs, undefined, { signal }).catch(() => undefined);
  }

  async #storeSome(): Promise<boolean> {
    try {
      await this.#storeCalls();
      await this.#storeGaps();
      return true;
    } catch (error) {
      this.#parts.log.warn({ err: error }, 'request-log.store.failed');
      return false;
    }
  }

  async #storeCalls(): Promise<void> {
    const batch = this.#waiting.slice(0, BATCH_MAX);
    if (batch.length > 0) await this.#parts.store.insert(batch);
    this.#waiting.splice(0, batch.length);
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

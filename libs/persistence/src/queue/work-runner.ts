import { isAbort } from '@estate/errors';
import { backoffMs, pause } from '../mongo/backoff.ts';
import { startHeartbeat } from '../work/heartbeat.ts';
import { CRASHES_MAX } from '../work/lease.ts';
import type { ClaimBy } from '../work/lease.ts';
import type { Log } from '../mongo/log.ts';
import type { OutboxMessage } from '../outbox/outbox.ts';
import type { Claim, WorkQueue } from './work-queue.ts';

/** The result of an attempt: an end, with its messages, or another attempt after a delay. */
export type WorkEnd<R> =
  | { result: R; messages: readonly OutboxMessage[] }
  | { retryInMs: number; result?: R };

/** The outcome of an attempt, reported before an internal error is saved. */
export type WorkReport<E> = { durationMs: number } & (
  | { outcome: 'saved'; end: E }
  /** The item changed since it was claimed, or another process has it: the result is discarded. */
  | { outcome: 'outdated' }
  | { outcome: 'trouble'; error: unknown }
);

export interface WorkRunnerOptions<R> {
  queue: Pick<WorkQueue<never, object, R>, 'extend' | 'end' | 'retry' | 'release'>;
  owner: string;
  leaseMs: number;
  clock: () => Date;
  /** The delays after internal errors in a row: doubled up to the longest. */
  backoff: { firstMs: number; longestMs: number };
  /** The time that a suspect is worked on before this process claims something else; until its end by default. */
  aloneMs?: number;
  log: Log;
}

export interface Attempt<R, E extends WorkEnd<R>> {
  /** Aborted when the process stops. */
  signal: AbortSignal;
  /** `lost` is aborted if another process may have the item. */
  work(lost: AbortSignal): Promise<E>;
  report(how: WorkReport<E>): void;
}

/** True if a process crashed while it worked on the item, and may have crashed because of it. */
export const isSuspect = ({ crashes }: Pick<Claim, 'crashes'>): boolean => crashes > 0;

/** True if so many processes crashed that the item must be the cause: it is ended without an attempt. */
export const isAbandoned = ({ crashes }: Pick<Claim, 'crashes'>): boolean => crashes >= CRASHES_MAX;

/** Works on the items of a queue in one process. */
export class WorkRunner<R> {
  readonly #options: WorkRunnerOptions<R>;
  /** Settles when the next item may be claimed. */
  #mayClaim: Promise<unknown> = Promise.resolve();
  /** The number of calls of `next`, and the last one that is known to find nothing. */
  #calls = 0;
  #nothingFor = 0;

  constructor(options: WorkRunnerOptions<R>) {
    this.#options = options;
  }

  /** The owner of claims, at this time. */
  by(): ClaimBy {
    const { owner, leaseMs, clock } = this.#options;
    return { owner, leaseMs, now: clock() };
  }

  /**
   * Claims an item and works on it; false if there is none. Items are claimed one at a time, and none beside a suspect: an item that is
   * worked on beside one that ends the process would be suspected, too. A claim that finds nothing answers all calls that waited for it.
   */
  async next<C extends Pick<Claim, 'crashes'>>(
    claim: (by: ClaimBy) => Promise<C | null>,
    run: (claimed: C) => Promise<void>,
  ): Promise<boolean> {
    const call = ++this.#calls;
    const claiming = this.#mayClaim.then(async () => {
      if (call <= this.#nothingFor) return null;
      const waiting = this.#calls;
      const claimed = await claim(this.by());
      if (claimed === null) this.#nothingFor = waiting;
      return claimed && { ended: run(claimed), isSuspect: isSuspect(claimed) };
    });
    this.#mayClaim = claiming
      .then((begun) => (begun?.isSuspect ? this.#alone(begun.ended) : undefined))
      .catch(() => undefined);
    const begun = await claiming;
    await begun?.ended;
    return begun !== null;
  }

  async #alone(ended: Promise<void>): Promise<void> {
    const { aloneMs } = this.#options;
    const over = new AbortController();
    const isOver = ended.catch(() => undefined).finally(() => over.abort());
    await (aloneMs === undefined ? isOver : pause(aloneMs, over.signal));
  }

  /** Works on a claimed item under its lease and saves the outcome; an internal error postpones the item. */
  async run<E extends WorkEnd<R>>(claim: Claim, { signal, work, report }: Attempt<R, E>): Promise<void> {
    const { queue } = this.#options;
    const startedMs = performance.now();
    const durationMs = () => Math.round(performance.now() - startedMs);
    try {
      signal.throwIfAborted();
      const end = await this.#underLease(claim, work);
      const isSaved = await this.#save(claim, end);
      if (!isSaved) await queue.release(claim);
      report({
        durationMs: durationMs(),
        ...(isSaved ? { outcome: 'saved', end } : { outcome: 'outdated' }),
      });
    } catch (error) {
      if (signal.aborted || isAbort(error)) {
        await queue.release(claim);
        if (!signal.aborted) report({ durationMs: durationMs(), outcome: 'outdated' });
        return;
      }
      report({ durationMs: durationMs(), outcome: 'trouble', error });
      await this.#putOff(claim);
    }
  }

  async #underLease<E>(claim: Claim, work: (lost: AbortSignal) => Promise<E>): Promise<E> {
    const { queue, leaseMs, clock, log } = this.#options;
    const { until } = claim.lease;
    const heart = startHeartbeat({
      extend: () => queue.extend(claim, this.by()),
      leaseMs,
      until,
      clock,
      onMissed: (error) => log.warn({ err: error, id: claim.lease.id }, 'work.lease.not-extended'),
    });
    try {
      // It may have waited in this process since it was claimed.
      if (until.getTime() - clock().getTime() < leaseMs / 2) await heart.beat();
      heart.lost.throwIfAborted();
      return await work(heart.lost);
    } finally {
      heart.stop();
    }
  }

  #save(claim: Claim, end: WorkEnd<R>): Promise<boolean> {
    const { queue } = this.#options;
    if (!('retryInMs' in end)) return queue.end(claim, end.result, end.messages);
    const { retryInMs, result } = end;
    const schedule = { dueAt: this.#in(retryInMs), attempt: claim.attempt + 1, internalErrors: 0 };
    return queue.retry(claim, schedule, result);
  }

  async #putOff(claim: Claim): Promise<void> {
    const { queue, backoff } = this.#options;
    const internalErrors = claim.internalErrors + 1;
    const dueAt = this.#in(backoffMs(internalErrors, backoff.firstMs, backoff.longestMs));
    const { attempt } = claim;
    if (!(await queue.retry(claim, { dueAt, attempt, internalErrors }))) await queue.release(claim);
  }

  #in(ms: number): Date {
    return new Date(this.#options.clock().getTime() + ms);
  }
}

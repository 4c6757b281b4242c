import { isAbort, Unavailable } from '@estate/errors';
import { withTrace } from '@estate/observability';
import type { Span, TraceStart } from '@estate/observability';
import { toServiceError } from '@estate/persistence';
import { byAttemptThenDue } from '../domain/publication.ts';
import type { ListingRecord } from '../domain/listing.ts';
import { waitsAfter } from '../domain/internal-error-wait.ts';
import { LANE_OPEN } from '../domain/target.ts';
import type { PlatformSession, PublicationFailure, PublicationOutcome } from '../platforms/platform.ts';
import { AttemptLog } from './attempt-log.ts';
import type { Lane, LaneDeps } from './lane-deps.ts';
import { INTERNAL } from './internal-failure.ts';
import { noteAccepted } from './note-accepted.ts';
import type { AttemptEnd } from './note-attempt.ts';
import { storeCall } from '../stores/store-call.ts';
import { openSession } from './open-session.ts';
import { preparePublication } from './prepare-publication.ts';
import type { PublicationStep } from './prepare-publication.ts';
import { recordOutcome } from './record-outcome.ts';
import { stopLane } from './target-failure.ts';

/** `stop`: the run of the lane ends here. */
type AfterStep = 'go on' | 'stop';
/** The begin of a step. */
interface Start {
  beganAt: Date;
  span: Span;
}
type SendStep = Extract<PublicationStep, { kind: 'set' | 'delete' }>;

/** If this many listings in a row fail with an internal error, no single listing is the cause. */
const ERRORS_OF_ALL = 2;

/**
 * One run of a lane: a bounded number of due listings over one connection. While one listing is sent, the next one is
 * prepared and the result of the one before is saved. A pause ends the run before its next publication.
 */
export class LaneRun {
  readonly #lane: Lane;
  readonly #deps: LaneDeps;
  readonly #attempts: AttemptLog;
  #session: PlatformSession | undefined;
  #saving: Promise<unknown> = Promise.resolve();
  #ahead: Promise<PublicationStep> | undefined;
  #published = false;
  /** The number of listings in a row that failed with an internal error. */
  #internalErrors = 0;

  constructor(lane: Lane, deps: LaneDeps) {
    this.#lane = lane;
    this.#deps = deps;
    this.#attempts = new AttemptLog(lane, deps);
  }

  async run(): Promise<void> {
    const { clock, due, options } = this.#deps;
    const startedAt = clock();
    const batch = await due.ofTarget(this.#lane.target.id, startedAt, { limit: options.runListings });
    const queue = batch.sort(byAttemptThenDue);
    const end = startedAt.getTime() + options.runMs;
    this.#ahead = this.#prepare(queue.shift());
    try {
      while (this.#ahead && !this.#lane.signal.aborted && clock().getTime() < end) {
        const step = await this.#ahead;
        const beganAt = clock();
        if (!(await this.#begin(step, beganAt))) break;
        this.#ahead = this.#prepare(queue.shift());
        const carried = withTrace(this.#traceOf(step.record, step.kind), (span) =>
          this.#carryOut(step, { beganAt, span }),
        );
        if ((await carried) === 'stop') break;
      }
      await this.#saving;
      await this.#reopenLane();
    } finally {
      const [ahead] = await Promise.allSettled([this.#ahead, this.#saving]);
      await this.#closeSession();
      if (ahead.status === 'fulfilled') await this.#notSent(ahead.value);
    }
  }

  /** False if the lane is no longer open. */
  #begin({ kind, record }: PublicationStep, beganAt: Date): Promise<boolean> {
    if (kind === 'set' || kind === 'delete') return this.#attempts.begin(record, beganAt);
    return this.#deps.leases.isOpen(this.#lane.target.lease);
  }

  #prepare(record: ListingRecord | undefined): Promise<PublicationStep> | undefined {
    if (!record) return undefined;
    const preparing = withTrace(this.#traceOf(record, 'prepare'), () =>
      preparePublication(record, this.#lane, this.#deps),
    ).catch((thrown: unknown): PublicationStep => {
      if (isAbort(thrown) || toServiceError(thrown) instanceof Unavailable) throw thrown;
      this.#deps.log.error({ err: thrown, listingId: record.id }, 'publication.not-prepared');
      return { kind: 'refuse', record, failure: INTERNAL };
    });
    // It is awaited one step later. Until then a rejection has no handler.
    preparing.catch(() => undefined);
    return preparing;
  }

  /** A listing belongs to the trace of the request that wants it published. */
  #traceOf({ id, wanted }: ListingRecord, name: string): TraceStart {
    const { requestId, traceparent, actor, action } = wanted;
    const attributes = {
      'estate.listing.id': id,
      'estate.target.type': this.#lane.target.type,
      'estate.publication.action': action,
    };
    return { requestId, traceparent, actor, span: { name, attributes } };
  }

  async #carryOut(step: PublicationStep, start: Start): Promise<AfterStep> {
    switch (step.kind) {
      case 'set':
      case 'delete':
        return this.#publish(step, start);
      case 'catalog-unavailable':
        return this.#wait(step.record, step.error, { ...start, durationMs: 0 });
      case 'refuse':
        await this.#saveOutcome({ ...step, outcome: { ok: false, failure: step.failure }, durationMs: 0 });
        return 'go on';
      case 'nothing-there':
        await this.#saveOutcome({ record: step.record, outcome: { ok: true }, durationMs: 0 });
        return 'go on';
      case 'later':
        await this.#save(() => this.#deps.progress.settle(step.record, this.#lane.target.lease.fence, step));
        return 'go on';
      case 'skip':
        return 'go on';
    }
  }

  async #publish(step: SendStep, { beganAt, span }: Start): Promise<AfterStep> {
    const refusal = await this.#open();
    if (refusal instanceof Unavailable) {
      await this.#notSent(step);
      return this.#wait(step.record, refusal, { beganAt, durationMs: 0 });
    }
    if (refusal) {
      span.fail(refusal.code);
      return this.#refused(step, refusal);
    }
    this.#readyNext();
    const startedMs = performance.now();
    const outcome = await this.#send(step);
    const durationMs = performance.now() - startedMs;
    if (outcome instanceof Unavailable) return this.#wait(step.record, outcome, { beganAt, durationMs });
    this.#internalErrors = 0;
    if (!outcome.ok) span.fail(outcome.failure.code);
    // A publication that a stop or a lost lease cut off did not fail; one that arrived still counts.
    if (!outcome.ok && this.#lane.signal.aborted) {
      await this.#attempts.cutOff(step.record, { beganAt, durationMs, fileName: outcome.fileName });
      return 'stop';
    }
    const revision = step.kind === 'set' ? { revision: step.publication.snapshot.revision } : {};
    const attempt = { record: step.record, outcome, beganAt, durationMs, ...revision };
    if (outcome.ok) await this.#accepted();
    if (outcome.ok || outcome.failure.scope === 'listing') {
      await this.#saveOutcome(attempt);
      return 'go on';
    }
    // This one listing may have caused a lost connection, so the failure counts as its attempt, too.
    if (outcome.failure.repeat) await this.#saveOutcome(attempt);
    await this.#stop(outcome.failure);
    return 'stop';
  }

  async #accepted(): Promise<void> {
    if (!this.#published) await noteAccepted(this.#lane, this.#session, this.#deps);
    this.#published = true;
  }

  /** The platform accepts no session of the account. */
  async #refused(step: SendStep, refusal: PublicationFailure): Promise<AfterStep> {
    await this.#notSent(step);
    await this.#notSent(await this.#ahead?.catch(() => undefined));
    if (!this.#lane.signal.aborted) await this.#stop(refusal, step.record);
    return 'stop';
  }

  /** The package of the next listing is created while this one is being sent. */
  #readyNext(): void {
    const session = this.#session;
    const ready = (step: PublicationStep) => {
      const isCurrent = session !== undefined && session === this.#session;
      if (isCurrent && (step.kind === 'set' || step.kind === 'delete')) session.ahead?.(step.publication);
    };
    this.#ahead?.then(ready, () => undefined);
  }

  async #open(): Promise<PublicationFailure | Unavailable | undefined> {
    if (this.#session) return undefined;
    const opening = await openSession(this.#lane, this.#deps);
    if (opening instanceof Unavailable) return opening;
    if (!opening.ok) return { ...opening.failure, scope: 'target' };
    this.#session = opening.session;
    return undefined;
  }

  async #send(step: SendStep): Promise<PublicationOutcome | Unavailable> {
    const { signal } = this.#lane;
    if (!this.#session) throw new Error('nothing can be sent without a session');
    try {
      if (step.kind === 'set') {
        const { fence } = this.#lane.target.lease;
        return await this.#session.set(step.publication, signal, (remote) =>
          storeCall(this.#deps.progress.remember(step.record, fence, remote)),
        );
      }
      return await this.#session.delete(step.publication, signal);
    } catch (error) {
      // The state of the connection is now unknown.
      await this.#closeSession();
      if (error instanceof Unavailable) return error;
      if (!signal.aborted)
        this.#deps.log.error({ err: error, listingId: step.record.id }, 'publication.broke');
      return { ok: false, failure: INTERNAL };
    }
  }

  /** A prepared listing counts as one that may have been sent, until this takes it back. */
  async #notSent(step: PublicationStep | undefined): Promise<void> {
    if (step?.kind !== 'set' || step.record.everUploaded) return;
    await this.#deps.progress.notSent(step.record, this.#lane.target.lease.fence);
  }

  #saveOutcome(attempt: Parameters<typeof recordOutcome>[0]): Promise<void> {
    return this.#save(() => recordOutcome(attempt, this.#lane, this.#deps));
  }

  /** Waits for the save before and starts this one. */
  async #save(start: () => Promise<unknown>): Promise<void> {
    await this.#saving;
    this.#saving = start();
    this.#saving.catch(() => undefined);
  }

  async #stop(failure: PublicationFailure, unsent?: ListingRecord): Promise<void> {
    await this.#saving;
    await stopLane({ failure, fresh: this.#published, ...(unsent && { unsent }) }, this.#lane, this.#deps);
    this.#published = false;
  }

  /**
   * After an internal error, which counts as no attempt: the listing waits alone or, when others met one too, all of the lane
   * wait. The listing waits longer than the others, so that they are sent before it.
   */
  async #wait(
    record: ListingRecord,
    error: Unavailable,
    spent: Pick<AttemptEnd, 'beganAt' | 'durationMs'>,
  ): Promise<AfterStep> {
    const { clock, log, progress, schedule } = this.#deps;
    if (this.#lane.signal.aborted) {
      await this.#attempts.cutOff(record, spent);
      return 'stop';
    }
    const { internalErrors: earlier = 0 } = record;
    const { aloneMs, allMs } = waitsAfter({ earlier, retryAfterMs: error.retryAfterMs }, schedule);
    log.warn({ err: error, listingId: record.id, waitMs: aloneMs }, 'publication.put-off');
    const dueAt = new Date(clock().getTime() + aloneMs);
    const later = { kind: 'later' as const, dueAt, internalErrors: earlier + 1 };
    const { code, message } = INTERNAL;
    const end = { ...spent, failure: { code, message }, nextAttemptAt: dueAt };
    await this.#save(async () => {
      await this.#attempts.end(record, { ...end, outcome: 'internal_error' });
      await progress.settle(record, this.#lane.target.lease.fence, later);
    });
    this.#internalErrors += 1;
    return this.#internalErrors < ERRORS_OF_ALL ? 'go on' : this.#putOff(error, allMs);
  }

  async #putOff(error: Unavailable, waitMs: number): Promise<AfterStep> {
    const { clock, due, log } = this.#deps;
    await this.#saving;
    const now = clock();
    log.warn({ err: error, targetId: this.#lane.target.id, waitMs }, 'lane.put-off');
    if (!this.#lane.signal.aborted) {
      const dueAt = new Date(now.getTime() + waitMs);
      await due.postpone(this.#lane.target.id, now, { dueAt, internalError: true });
    }
    return 'stop';
  }

  async #reopenLane(): Promise<void> {
    const { target } = this.#lane;
    if (!this.#published || target.laneAttempt === 0) return;
    await this.#deps.leases.record(target, { retryAt: LANE_OPEN, laneAttempt: 0 });
  }

  async #closeSession(): Promise<void> {
    const session = this.#session;
    this.#session = undefined;
    await session?.close().catch((error: unknown) => {
      this.#deps.log.debug({ err: error }, 'platform.session.close.failed');
    });
  }
}

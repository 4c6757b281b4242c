import { isAbort, Unavailable } from '@estate/errors';
import { withTrace } from '@estate/observability';
import type { Span, TraceStart } from '@estate/observability';
import { toServiceError } from '@estate/persistence';
import { byAttemptThenDue } from '../domain/publication.ts';
import type { ListingRecord } from '../domain/listing.ts';
import { waitsAfter } from '../domain/internal-error-wait.ts';
import { LANE_OPEN } from '../domain/target.ts';
import type { PlatformSession, PublicationFailure, PublicationOutcome } from '../platforms/platform.ts';
import type { Lane, LaneRunDeps } from './lane-deps.ts';
import { ofStore } from './of-store.ts';
import { openSession } from './open-session.ts';
import { preparePublication } from './prepare-publication.ts';
import type { PublicationStep } from './prepare-publication.ts';
import { recordOutcome } from './record-outcome.ts';
import { stopLane } from './target-failure.ts';

/** `stop`: the run of the lane ends here. */
type AfterStep = 'go on' | 'stop';
type SendStep = Extract<PublicationStep, { kind: 'set' | 'delete' }>;

/** An internal error that so many listings in a row meet is not caused by one of them. */
const ERRORS_OF_ALL = 2;

const INTERNAL: PublicationFailure = {
  code: 'internal',
  message: 'An internal error occurred.',
  repeat: true,
  scope: 'listing',
};

/**
 * One run of a lane: a bounded number of due listings over one connection. While one listing is sent, the next one is
 * prepared and the result of the one before is saved.
 */
export class LaneRun {
  readonly #lane: Lane;
  readonly #deps: LaneRunDeps;
  #session: PlatformSession | undefined;
  #saving: Promise<unknown> = Promise.resolve();
  #ahead: Promise<PublicationStep> | undefined;
  #published = false;
  /** Listings in a row that met an internal error. */
  #internalErrors = 0;

  constructor(lane: Lane, deps: LaneRunDeps) {
    this.#lane = lane;
    this.#deps = deps;
  }

  async run(): Promise<void> {
    const { clock, due, options } = this.#deps;
    const startedAt = clock();
    const batch = await due.ofTarget(this.#lane.target.id, startedAt, options.runListings);
    const queue = batch.sort(byAttemptThenDue);
    const end = startedAt.getTime() + options.runMs;
    this.#ahead = this.#prepare(queue.shift());
    try {
      while (this.#ahead && !this.#lane.signal.aborted && clock().getTime() < end) {
        const step = await this.#ahead;
        this.#ahead = this.#prepare(queue.shift());
        const carried = withTrace(this.#traceOf(step.record, step.kind), (span) =>
          this.#carryOut(step, span),
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
    const { requestId, traceparent, action } = wanted;
    const attributes = {
      'estate.listing.id': id,
      'estate.target.type': this.#lane.target.type,
      'estate.publication.action': action,
    };
    return { requestId, ...(traceparent !== undefined && { traceparent }), span: { name, attributes } };
  }

  async #carryOut(step: PublicationStep, span: Span): Promise<AfterStep> {
    switch (step.kind) {
      case 'set':
      case 'delete':
        return this.#publish(step, span);
      case 'catalog-unavailable':
        return this.#wait(step.record, step.error);
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

  async #publish(step: SendStep, span: Span): Promise<AfterStep> {
    const refusal = await this.#open();
    if (refusal instanceof Unavailable) {
      await this.#notSent(step);
      return this.#wait(step.record, refusal);
    }
    if (refusal) {
      span.fail(refusal.code);
      return this.#refused(step, refusal);
    }
    this.#readyNext();
    const startedMs = performance.now();
    const outcome = await this.#send(step);
    if (outcome instanceof Unavailable) return this.#wait(step.record, outcome);
    this.#internalErrors = 0;
    const durationMs = performance.now() - startedMs;
    if (!outcome.ok) span.fail(outcome.failure.code);
    // A publication that a stop or a lost lease cut off did not fail; one that arrived still counts.
    if (!outcome.ok && this.#lane.signal.aborted) return 'stop';
    const revision = step.kind === 'set' ? { revision: step.publication.snapshot.revision } : {};
    const attempt = { record: step.record, outcome, durationMs, ...revision };
    if (outcome.ok) this.#published = true;
    if (outcome.ok || outcome.failure.scope === 'listing') {
      await this.#saveOutcome(attempt);
      return 'go on';
    }
    // This one listing may have caused a lost connection, so the failure counts as its attempt, too.
    if (outcome.failure.repeat) await this.#saveOutcome(attempt);
    await this.#stop(outcome.failure);
    return 'stop';
  }

  /** The platform accepts no session of the account. */
  async #refused(step: SendStep, refusal: PublicationFailure): Promise<AfterStep> {
    await this.#notSent(step);
    await this.#notSent(await this.#ahead?.catch(() => undefined));
    if (!this.#lane.signal.aborted) await this.#stop(refusal);
    return 'stop';
  }

  /** The package of the next listing is made while this one is on its way. */
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
          ofStore(this.#deps.progress.remember(step.record, fence, remote)),
        );
      }
      return await this.#session.delete(step.publication, signal);
    } catch (error) {
      // What state the connection is in is unknown now.
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

  async #stop(failure: PublicationFailure): Promise<void> {
    await this.#saving;
    await stopLane({ failure, fresh: this.#published }, this.#lane, this.#deps);
    this.#published = false;
  }

  /**
   * After an internal error, which counts as no attempt: the listing waits alone or, when others met one too, all of the lane
   * wait. The listing waits longer than the others, so that they are sent before it.
   */
  async #wait(record: ListingRecord, error: Unavailable): Promise<AfterStep> {
    const { clock, log, progress, schedule } = this.#deps;
    if (this.#lane.signal.aborted) return 'stop';
    const { internalErrors: earlier = 0 } = record;
    const { aloneMs, allMs } = waitsAfter({ earlier, retryAfterMs: error.retryAfterMs }, schedule);
    log.warn({ err: error, listingId: record.id, waitMs: aloneMs }, 'publication.put-off');
    const dueAt = new Date(clock().getTime() + aloneMs);
    const later = { kind: 'later' as const, dueAt, internalErrors: earlier + 1 };
    await this.#save(() => progress.settle(record, this.#lane.target.lease.fence, later));
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

import { setTimeout as pause } from 'node:timers/promises';
import { isAbort } from '@estate/errors';
import { withTrace } from '@estate/observability';
import type { LimitFunction } from 'p-limit';
import { processingEnded } from '../announcements.ts';
import type { Origin } from '../announcements.ts';
import { troubleDelayMs } from '../domain/processing.ts';
import type { ProcessingOutcome } from '../domain/processing.ts';
import type { Events, ProcessingSummary } from '../telemetry.ts';
import type { ClaimedProperty, PropertyQueue } from '../stores/property-queue.ts';
import { keepLease } from './keep-lease.ts';
import { processProperty } from './process-property.ts';
import type { ProcessDeps } from './process-property.ts';
import type { PropertyTurns } from './property-turns.ts';

export interface RunDeps extends ProcessDeps, Origin {
  queue: Pick<PropertyQueue, keyof PropertyQueue>;
  events: Events;
  /** Says whose property is next. */
  turns: Pick<PropertyTurns, 'next'>;
  /** One at a time takes a property on. */
  claiming: LimitFunction;
  owner: string;
  leaseMs: number;
  /** How long a property whose process died before has the process to itself. */
  aloneMs: number;
}

/** Processes the property whose turn it is; false when none is due. */
export async function runNext(deps: RunDeps, signal: AbortSignal): Promise<boolean> {
  const taken = await deps.claiming(() => takeOn(deps, signal));
  await taken?.ended;
  return taken !== null;
}

async function takeOn(deps: RunDeps, signal: AbortSignal): Promise<{ ended: Promise<void> } | null> {
  const { owner, leaseMs, queue, turns, clock } = deps;
  const turn = await turns.next((accountId) => queue.claimDue({ owner, leaseMs, now: clock() }, accountId));
  if (!turn) return null;
  const { claimed, end } = turn;
  const { id, attachments } = claimed.record;
  const attributes = { 'estate.property.id': id, 'estate.property.attachments': attachments.length };
  const span = { name: 'process property', attributes };
  const ended = withTrace({ ...claimed.schedule.trace, span }, () => run(deps, claimed, signal)).finally(end);
  // Beside one that ends the process another property would sooner or later be taken for one that does.
  if (claimed.claims > 1) await endedOr(ended, deps.aloneMs);
  return { ended };
}

async function endedOr(ended: Promise<void>, waitMs: number): Promise<void> {
  const waiting = new AbortController();
  const waited = pause(waitMs, undefined, { signal: waiting.signal }).catch(() => undefined);
  await Promise.race([ended, waited]).finally(() => waiting.abort());
}

async function run(deps: RunDeps, claimed: ClaimedProperty, signal: AbortSignal): Promise<void> {
  const startedMs = performance.now();
  const tell = (end: Pick<ProcessingSummary, 'outcome' | 'reason'>) => {
    const { id: propertyId, accountId, attachments } = claimed.record;
    const durationMs = Math.round(performance.now() - startedMs);
    deps.events.propertyProcessed({
      propertyId,
      accountId,
      attachments: attachments.length,
      durationMs,
      ...end,
    });
  };
  try {
    const outcome = await keepLease(deps, claimed, (lost) =>
      processProperty(deps, claimed, AbortSignal.any([signal, lost])),
    );
    const saved = await save(deps, claimed, outcome);
    if (!saved) await deps.queue.release(claimed);
    tell(saved ? { outcome: outcome.kind, reason: reasonOf(outcome) } : { outcome: 'outdated' });
  } catch (error) {
    if (isAbort(error)) {
      await deps.queue.release(claimed);
      if (!signal.aborted) tell({ outcome: 'outdated' });
      return;
    }
    tell({ outcome: 'trouble', reason: error });
    await waitAfterTrouble(deps, claimed);
  }
}

/** False when the property has another revision by now, or belongs to another process: the run was for nothing. */
function save(deps: RunDeps, claimed: ClaimedProperty, outcome: ProcessingOutcome): Promise<boolean> {
  const files = { stored: outcome.stored, renditions: outcome.renditions };
  if (outcome.kind === 'repeat') {
    const { attempt, trace } = claimed.schedule;
    const dueAt = new Date(deps.clock().getTime() + outcome.delayMs);
    return deps.queue.repeat(claimed, { dueAt, attempt: attempt + 1, troubles: 0, trace }, files);
  }
  const failure = outcome.kind === 'failed' ? outcome.failure : undefined;
  const { processingFailure: _before, ...record } = claimed.record;
  const ended = { ...record, processingStatus: outcome.kind, ...(failure && { processingFailure: failure }) };
  return deps.queue.end(claimed, { files, ...(failure && { failure }) }, processingEnded(ended, deps));
}

/** Only the code: the message names a URL, which may carry a customer's secret. */
function reasonOf(outcome: ProcessingOutcome): string | undefined {
  if (outcome.kind === 'successful') return undefined;
  return (outcome.kind === 'failed' ? outcome.failure : outcome.reason).failureCode;
}

async function waitAfterTrouble(deps: RunDeps, claimed: ClaimedProperty): Promise<void> {
  const { schedule } = claimed;
  const dueAt = new Date(deps.clock().getTime() + troubleDelayMs(schedule.troubles));
  const waits = await deps.queue.repeat(claimed, { ...schedule, dueAt, troubles: schedule.troubles + 1 });
  if (!waits) await deps.queue.release(claimed);
}

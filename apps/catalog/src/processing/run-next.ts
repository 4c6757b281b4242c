import { withTrace } from '@estate/observability';
import type { WorkReport, WorkRunner } from '@estate/persistence';
import { processingEnded } from '../announcements.ts';
import type { Origin } from '../announcements.ts';
import type { ProcessingOutcome } from '../domain/processing.ts';
import type { Events } from '../telemetry.ts';
import type { ClaimedProperty, PropertyQueue } from '../stores/property-queue.ts';
import { processProperty } from './process-property.ts';
import type { ProcessDeps } from './process-property.ts';
import type { PropertyTurn, PropertyTurns } from './property-turns.ts';

export interface RunDeps extends ProcessDeps, Origin {
  queue: Pick<PropertyQueue, 'claimDue'>;
  runner: Pick<WorkRunner<ProcessingOutcome>, 'next' | 'run'>;
  events: Events;
  /** Says whose property is next. */
  turns: Pick<PropertyTurns, 'next'>;
}

/** Processes the property whose turn it is; false when none is due. */
export const runNext = (deps: RunDeps, signal: AbortSignal): Promise<boolean> =>
  deps.runner.next(
    (by) => deps.turns.next((accountId) => deps.queue.claimDue(by, accountId)),
    (claimed) => run(deps, claimed, signal),
  );

function run(deps: RunDeps, claimed: PropertyTurn, signal: AbortSignal): Promise<void> {
  const { id, attachments } = claimed.record;
  const attributes = { 'estate.property.id': id, 'estate.property.attachments': attachments.length };
  const span = { name: 'process property', attributes };
  const attempt = {
    signal,
    work: (lost: AbortSignal) => work(deps, claimed, AbortSignal.any([signal, lost])),
    report: (how: WorkReport<PropertyEnd>) => report(deps, claimed, how),
  };
  return withTrace({ ...claimed.trace, span }, () => deps.runner.run(claimed, attempt)).finally(
    claimed.endTurn,
  );
}

type PropertyEnd = Awaited<ReturnType<typeof work>>;

async function work(deps: RunDeps, claimed: ClaimedProperty, signal: AbortSignal) {
  const outcome = await processProperty(deps, claimed, signal);
  if (outcome.kind === 'repeat') return { result: outcome, retryInMs: outcome.delayMs };
  const { processingFailure: _before, ...record } = claimed.record;
  const { kind: processingStatus, stored, renditions } = outcome;
  const ended = { ...record, stored, renditions, processingStatus, ...failuresOf(outcome) };
  return { result: outcome, messages: processingEnded(ended, deps) };
}

function failuresOf(outcome: Exclude<ProcessingOutcome, { kind: 'repeat' }>) {
  if (outcome.kind === 'failed') return { processingFailure: outcome.failure };
  const { attachmentFailures } = outcome;
  return attachmentFailures && { attachmentFailures };
}

function report({ events }: RunDeps, { record }: ClaimedProperty, how: WorkReport<PropertyEnd>): void {
  const { id: propertyId, accountId, attachments } = record;
  const { durationMs } = how;
  const about = { propertyId, accountId, attachments: attachments.length, durationMs };
  if (how.outcome === 'saved') {
    const { result } = how.end;
    events.propertyProcessed({ ...about, outcome: result.kind, reason: reasonOf(result) });
  } else
    events.propertyProcessed({
      ...about,
      outcome: how.outcome,
      reason: 'error' in how ? how.error : undefined,
    });
}

/** Only the code: the message names a URL, which may carry a customer's secret. */
function reasonOf(outcome: ProcessingOutcome): string | undefined {
  if (outcome.kind === 'successful') return undefined;
  return (outcome.kind === 'failed' ? outcome.failure : outcome.reason).failureCode;
}

import { withTrace } from '@estate/observability';
import { isAbandoned } from '@estate/persistence';
import type { WorkEnd, WorkReport, WorkRunner } from '@estate/persistence';
import { retryListings } from '../applying/retry-listings.ts';
import { sourceIdOf } from '../domain/import.ts';
import type { ImportRecord } from '../domain/import.ts';
import type { SourceSettings } from '../domain/source.ts';
import type { HeldAccounts } from '../stores/held-accounts.ts';
import { EXPECTED_MS_MAX } from '../stores/import-queue.ts';
import type { ClaimedQueue, ImportQueue } from '../stores/import-queue.ts';
import { HELD_MS } from './pauses.ts';
import type { SourceSettingsStore } from '../stores/source-settings-store.ts';
import type { QueueTurns } from './queue-turns.ts';
import { endImport, stepImport } from './step-import.ts';
import type { StepDeps } from './step-import.ts';

/** After so long it is the turn of others. */
const RUN_MS = 10_000;

export interface RunDeps extends StepDeps {
  sources: StepDeps['sources'] & Pick<SourceSettingsStore, 'endRetry'>;
  held: Pick<HeldAccounts, 'has'>;
  queue: Pick<ImportQueue, 'claimOf'>;
  turns: Pick<QueueTurns, 'next'>;
  runner: Pick<WorkRunner<null>, 'next' | 'run'>;
}

/** Works for a while on the queue whose turn it is; false when none is due. */
export function runNext(deps: RunDeps, signal: AbortSignal): Promise<boolean> {
  return deps.runner.next(
    (by) => deps.turns.next((queueId) => deps.queue.claimOf(queueId, by)),
    ({ claimed, end }) => run(deps, claimed, signal).finally(end),
  );
}

async function run(deps: RunDeps, claimed: ClaimedQueue, signal: AbortSignal): Promise<void> {
  await deps.runner.run(claimed, {
    signal,
    work: (lost) => work(deps, claimed, AbortSignal.any([signal, lost])),
    report: (how: WorkReport<WorkEnd<null>>) => {
      const { durationMs, outcome } = how;
      const reason = 'error' in how ? how.error : undefined;
      deps.events.queueRun({ queueId: claimed.queueId, outcome, durationMs, reason });
    },
  });
}

async function work(deps: RunDeps, claimed: ClaimedQueue, signal: AbortSignal): Promise<WorkEnd<null>> {
  const startedMs = performance.now();
  for (let isFirst = true; ; isFirst = false) {
    const record = await deps.progress.next(claimed.queueId);
    const source = record ? null : await sourceToRetry(deps, claimed);
    if (record === null && source === null) return { result: null, messages: [] };
    signal.throwIfAborted();
    if (await deps.held.has(claimed.accountId)) return { retryInMs: HELD_MS, result: null };
    if (record === null) {
      if (source && !isAbandoned(claimed)) await retry(deps, { claimed, source, signal });
      return { result: null, messages: [] };
    }
    const waitsMs = waitOf(record, deps.clock());
    if (waitsMs > 0) return { retryInMs: waitsMs, result: null };
    await inNameOf(record, async () => {
      if (isFirst && isAbandoned(claimed)) await abandon(deps, record);
      else await stepImport(deps, record, signal);
    });
    if (performance.now() - startedMs > RUN_MS) return { retryInMs: 0, result: null };
  }
}

/** A time beyond the longest one was stored by a wrong clock, and counts as over. */
function waitOf({ beginsAt, state }: ImportRecord, now: Date): number {
  const waitsMs = state === 'queued' && beginsAt ? beginsAt.getTime() - now.getTime() : 0;
  return waitsMs > EXPECTED_MS_MAX ? 0 : waitsMs;
}

/** The source of the queue, if its properties are to be listed again. */
async function sourceToRetry(deps: RunDeps, { queueId, accountId }: ClaimedQueue) {
  const sourceId = sourceIdOf(queueId);
  const source = sourceId === undefined ? null : await deps.sources.find(accountId, sourceId);
  return source?.retry ? source : null;
}

/** Lists what could not be listed, in the name of whoever asked for it. */
async function retry(
  deps: RunDeps,
  { claimed, source, signal }: { claimed: ClaimedQueue; source: SourceSettings; signal: AbortSignal },
): Promise<void> {
  const { accountId, queueId } = claimed;
  const asked = source.retry;
  if (!asked) return;
  const span = { name: 'retry listings', kind: 'internal' as const };
  await withTrace({ ...asked, span }, () =>
    retryListings(deps, { queueId, source, caller: { accountId, requestId: asked.requestId }, signal }),
  );
  await deps.sources.noteUnlisted(accountId, source.id, await deps.known.unlistedByReason(queueId));
  await deps.sources.endRetry(accountId, source.id, asked);
}

/** So many processes ended while they worked on it that the package must be the cause. */
const abandon = (deps: RunDeps, record: ImportRecord): Promise<void> =>
  endImport(deps, record, {
    state: 'failed',
    failure: {
      code: 'internal',
      message: 'An internal error occurred. Contact support with the id of the import.',
    },
  });

/** Everything that an import causes is known to be of the import; by whom it was sent is in the import. */
function inNameOf<T>({ id, fileName, trace }: ImportRecord, work: () => Promise<T>): Promise<T> {
  const actor = { kind: 'import', id, ...(fileName !== undefined && { name: fileName }) };
  const span = { name: 'import', kind: 'internal' as const, attributes: { 'import.id': id } };
  return withTrace({ ...trace, actor, span }, work);
}

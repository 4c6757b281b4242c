import { newRequestId } from '@estate/observability';
import { FINAL } from '../applying/apply-listings.ts';
import { queueIdOf } from '../domain/import.ts';
import type { ImportQueue } from '../stores/import-queue.ts';
import type { SourceSettingsStore } from '../stores/source-settings-store.ts';

const BATCH = 100;

export interface SweepDeps {
  clock: () => Date;
  newId: () => string;
  sources: Pick<SourceSettingsStore, 'askRetryOnce' | 'withUnlisted'>;
  queue: Pick<ImportQueue, 'makeDueAgain'>;
}

/** Has every source with properties that could not be listed try again: its targets may be ready by now. */
export async function sweepUnlisted(deps: SweepDeps, signal: AbortSignal): Promise<boolean> {
  const { clock, newId, queue, sources } = deps;
  for (let after: string | undefined = ''; after !== undefined && !signal.aborted;) {
    const batch = await sources.withUnlisted(after, BATCH, FINAL);
    for (const { id, accountId, lastImportId } of batch) {
      const actor = lastImportId === undefined ? {} : { actor: { kind: 'import', id: lastImportId } };
      await sources.askRetryOnce(accountId, id, { token: newId(), requestId: newRequestId(), ...actor });
      await queue.makeDueAgain({ queueId: queueIdOf(accountId, id), accountId }, clock());
    }
    after = batch.at(-1)?.id;
  }
  return false;
}

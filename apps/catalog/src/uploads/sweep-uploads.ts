import type { KeptTimes, Upload, UsedUploads } from '../domain/uploaded-attachment.ts';
import type { UploadStore } from '../stores/upload-store.ts';

const AT_ONCE = 200;

export interface UploadSweep extends KeptTimes {
  uploads: Pick<UploadStore, 'unusedSince' | 'use' | 'remove'>;
  /** Selects the ids that a property, a contact or a logo names. */
  named: (ids: readonly string[]) => Promise<ReadonlySet<string>>;
  clock: () => Date;
  /** Called when something was removed. */
  onSwept: (removed: number) => void;
}

/** Removes the uploads that nothing has named for a while. Their bytes are removed by the sweep of unnamed bytes. */
export async function sweepUploads(sweep: UploadSweep, signal: AbortSignal): Promise<void> {
  const { uploads, keptMs, unusedMs, clock, onSwept } = sweep;
  const before = (forMs: number) => new Date(clock().getTime() - forMs);
  const neverNamed = () => uploads.unusedSince(before(unusedMs), { isUnused: true, limit: AT_ONCE });
  const notNamedNow = () => uploads.unusedSince(before(keptMs), { limit: AT_ONCE });
  let removed = 0;
  for (const next of [neverNamed, notNamedNow]) {
    while (!signal.aborted) {
      const unused = await next();
      if (unused.length === 0) break;
      removed += await removeUnnamed(sweep, unused);
    }
  }
  if (removed > 0) onSwept(removed);
}

async function removeUnnamed(
  { uploads, named, clock }: UploadSweep,
  unused: readonly Upload[],
): Promise<number> {
  const kept = await named(unused.map(({ id }) => id));
  // A named upload is checked again after the same period.
  for (const used of byAccount(unused.filter(({ id }) => kept.has(id)))) await uploads.use(used, clock());
  let removed = 0;
  for (const upload of unused.filter(({ id }) => !kept.has(id)))
    if (await uploads.remove(upload)) removed += 1;
  return removed;
}

const byAccount = (uploads: readonly Upload[]): UsedUploads[] =>
  [...Map.groupBy(uploads, ({ accountId }) => accountId)].map(([accountId, those]) => ({
    accountId,
    ids: those.map(({ id }) => id),
  }));

import type { Upload, UsedUploads } from '../domain/uploaded-attachment.ts';
import type { UploadStore } from '../stores/upload-store.ts';

const AT_ONCE = 200;

export interface UploadSweep {
  uploads: Pick<UploadStore, 'unusedSince' | 'use' | 'remove'>;
  /** Those of the ids that a property names. */
  named: (ids: readonly string[]) => Promise<ReadonlySet<string>>;
  keptMs: number;
  clock: () => Date;
  /** Called when something was removed. */
  onSwept: (removed: number) => void;
}

/** Removes the uploads that no property has named for a while. Their bytes are removed by the sweep of unnamed bytes. */
export async function sweepUploads(
  { uploads, named, keptMs, clock, onSwept }: UploadSweep,
  signal: AbortSignal,
): Promise<void> {
  const before = new Date(clock().getTime() - keptMs);
  let removed = 0;
  while (!signal.aborted) {
    const unused = await uploads.unusedSince(before, AT_ONCE);
    if (unused.length === 0) break;
    const kept = await named(unused.map(({ id }) => id));
    // What is named is looked at again when as much time has passed again.
    for (const used of byAccount(unused.filter(({ id }) => kept.has(id)))) await uploads.use(used, clock());
    for (const upload of unused.filter(({ id }) => !kept.has(id)))
      if (await uploads.remove(upload)) removed += 1;
  }
  if (removed > 0) onSwept(removed);
}

const byAccount = (uploads: readonly Upload[]): UsedUploads[] =>
  [...Map.groupBy(uploads, ({ accountId }) => accountId)].map(([accountId, those]) => ({
    accountId,
    ids: those.map(({ id }) => id),
  }));

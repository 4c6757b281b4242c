import type { Events } from '../telemetry.ts';
import type { MailStore } from '../stores/mail-store.ts';
import type { RawStore } from '../stores/raw-store.ts';

/** Longer than any mail takes from storing its bytes to naming them. */
const UNNAMED_AGE_MS = 3_600_000;
const BATCH = 500;

export interface SweepDeps {
  raws: Pick<RawStore, 'olderThan' | 'remove' | 'removeUnfinished'>;
  mails: Pick<MailStore, 'namedRaws'>;
  events: Pick<Events, 'rawSwept'>;
  clock: () => Date;
}

/** Removes raw mails that no mail names any more and that did not come in within the last hour. */
export async function sweepRaws(deps: SweepDeps, signal: AbortSignal): Promise<void> {
  const { raws, events, clock } = deps;
  const before = new Date(clock().getTime() - UNNAMED_AGE_MS);
  let removed = 0;
  for await (const batch of inBatches(raws.olderThan(before))) {
    if (signal.aborted) break;
    removed += await removeUnnamed(deps, batch, { before, signal });
  }
  const unfinished = await raws.removeUnfinished(before);
  if (removed + unfinished > 0) events.rawSwept({ removed, unfinished });
}

async function* inBatches(names: AsyncIterable<string>): AsyncGenerator<string[]> {
  let batch: string[] = [];
  for await (const name of names) {
    batch.push(name);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function removeUnnamed(
  { raws, mails }: SweepDeps,
  batch: readonly string[],
  { before, signal }: { before: Date; signal: AbortSignal },
): Promise<number> {
  const named = await mails.namedRaws(batch);
  let removed = 0;
  for (const sha256 of batch) {
    if (signal.aborted) break;
    if (named.has(sha256)) continue;
    await raws.remove(sha256, before);
    removed += 1;
  }
  return removed;
}

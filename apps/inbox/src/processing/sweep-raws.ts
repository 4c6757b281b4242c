import type { Events } from '../events.ts';
import type { MailStore } from '../stores/mail-store.ts';
import type { RawStore } from '../stores/raw-store.ts';

/** Longer than any mail takes from storing its bytes to naming them. */
const UNNAMED_AGE_MS = 3_600_000;

export interface SweepDeps {
  raws: Pick<RawStore, 'olderThan' | 'remove' | 'removeUnfinished'>;
  mails: Pick<MailStore, 'namesRaw'>;
  events: Pick<Events, 'rawSwept'>;
  clock: () => Date;
}

/** Removes raw mails that no mail names any more and that did not come in within the last hour. */
export async function sweepRaws(
  { raws, mails, events, clock }: SweepDeps,
  signal: AbortSignal,
): Promise<void> {
  const before = new Date(clock().getTime() - UNNAMED_AGE_MS);
  let removed = 0;
  for await (const sha256 of raws.olderThan(before)) {
    if (signal.aborted) break;
    if (await mails.namesRaw(sha256)) continue;
    await raws.remove(sha256, before);
    removed += 1;
  }
  const unfinished = await raws.removeUnfinished(before);
  if (removed + unfinished > 0) events.rawSwept({ removed, unfinished });
}

import type { Events } from '../telemetry.ts';
import type { AttachmentStore } from '../stores/attachment-store.ts';
import type { PropertyStore } from '../stores/property-store.ts';

/** Longer than any run takes from holding bytes to naming them: 150 attachments, each as slow as is allowed. */
const UNNAMED_AGE_MS = 6 * 3_600_000;

export interface SweepDeps {
  bytes: Pick<AttachmentStore, 'olderThan' | 'remove' | 'removeUnfinished'>;
  properties: Pick<PropertyStore, 'namesBytes'>;
  events: Pick<Events, 'bytesSwept'>;
  clock: () => Date;
}

/** Removes bytes that no property names and that nobody has put or held for six hours. */
export async function sweepBytes(
  { bytes, properties, events, clock }: SweepDeps,
  signal: AbortSignal,
): Promise<void> {
  const before = new Date(clock().getTime() - UNNAMED_AGE_MS);
  let removed = 0;
  for await (const sha256 of bytes.olderThan(before)) {
    if (signal.aborted) break;
    if (await properties.namesBytes(sha256)) continue;
    await bytes.remove(sha256, before);
    removed += 1;
  }
  const unfinished = await bytes.removeUnfinished(before);
  if (removed + unfinished > 0) events.bytesSwept({ removed, unfinished });
}

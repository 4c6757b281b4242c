import type { Logger } from '@estate/observability';
import { newRequestId } from '@estate/observability';
import type { Restore } from '@estate/persistence';
import { republishTarget } from '../targets/republish-target.ts';
import type { RepublishDeps } from '../targets/republish-target.ts';
import type { LaneControls } from '../stores/targets/lane-controls.ts';
import { findUnknownObjects } from './find-unknown-objects.ts';
import type { UnknownObjectDeps } from './find-unknown-objects.ts';

const TARGETS_AT_ONCE = 100;

export interface SettleDeps extends RepublishDeps, UnknownObjectDeps {
  lanes: Pick<LaneControls, 'list' | 'reconcile'>;
  log: Logger;
}

/**
 * Brings platforms and the restored listings together: objects that are not known any more are noted for the operator, and every
 * listing is published again as newer than anything that was sent before. A second run changes nothing.
 */
export async function settleRestore(deps: SettleDeps, restore: Restore, signal: AbortSignal): Promise<void> {
  if (!restore.isCertain) return;
  const count = await findUnknownObjects(deps, restore.lostSince);
  deps.log.warn({ restoreId: restore.id, unknownObjects: count }, 'restore.unknown-objects');
  const republish = { token: restore.id, requestId: newRequestId(), restored: true as const };
  for (let startAfter: string | undefined; !signal.aborted;) {
    const page = {
      limit: TARGETS_AT_ONCE,
      order: 'asc' as const,
      ...(startAfter !== undefined && { startAfter }),
    };
    const { data, hasMore } = await deps.lanes.list(page);
    for (const { id } of data) {
      const target = await deps.lanes.reconcile(id, { republish });
      if (target) await republishTarget(target, deps);
      startAfter = id;
    }
    if (!hasMore) return;
  }
}

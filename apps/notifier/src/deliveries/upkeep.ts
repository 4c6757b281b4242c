import type { Logger } from '@estate/observability';
import { Worker } from '@estate/persistence';
import type { NotifierEvents } from '../events.ts';
import type { DeliveryStore } from '../stores/delivery-store.ts';

const EVERY_MS = 5000;

/** Ends deliveries that died in their last attempt, and measures how far behind the deliveries are. */
export function upkeep(deps: {
  clock: () => Date;
  log: Logger;
  deliveries: Pick<DeliveryStore, 'failExhausted' | 'oldestDue'>;
  notes: Pick<NotifierEvents, 'exhausted' | 'oldestDue'>;
}): Worker {
  const { clock, log, deliveries, notes } = deps;
  const run = async (): Promise<boolean> => {
    const now = clock();
    const count = await deliveries.failExhausted(now);
    if (count > 0) notes.exhausted(count);
    const oldest = await deliveries.oldestDue(now);
    notes.oldestDue(oldest ? (now.getTime() - oldest.getTime()) / 1000 : 0);
    return false;
  };
  return new Worker({ name: 'upkeep', run, sweepEveryMs: EVERY_MS, log });
}

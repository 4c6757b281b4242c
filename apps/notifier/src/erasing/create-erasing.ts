import { eraseMessages } from '@estate/messaging';
import type { Bus } from '@estate/messaging';
import { Worker } from '@estate/persistence';
import type { Logger } from '@estate/observability';
import type { Manifest } from '../manifest.ts';
import type { Stores } from '../stores/open-stores.ts';
import type { EraseDeps } from './erase-events.ts';

const BACKFILL_EVERY_MS = 600_000;
const CONSUMER = 'notifier-on-customer-event';
/** The events about requests; no others hold data of prospects. */
const FILTER = 'event.request.>';

interface Parts {
  clock: () => Date;
  log: Logger;
  bus: Bus<Manifest>;
  stores: Pick<Stores, 'erasedEvents' | 'tally' | 'personKeyBackfill'>;
}

/** Creates the worker that erases personal data from events. */
export function createErasing({ clock, log, bus, stores }: Parts) {
  const { erasedEvents, tally, personKeyBackfill } = stores;
  const deps: EraseDeps = {
    clock,
    erasedEvents,
    tally,
    eraseMessages: (isErased, since) =>
      eraseMessages(bus, { consumer: CONSUMER, filter: FILTER, since }, isErased),
  };
  const backfill = new Worker({
    name: 'person-keys',
    run: () => personKeyBackfill.fillNext(clock()),
    sweepEveryMs: BACKFILL_EVERY_MS,
    log,
  });
  return { deps, workers: [backfill] };
}

import { Worker } from '@estate/persistence';
import type { Bus } from '@estate/messaging';
import type { Service } from '@estate/runtime';
import type { InboxConfig } from '../config.ts';
import type { Manifest } from '../manifest.ts';
import type { Origin } from '../origin.ts';
import type { Stores } from '../stores/open-stores.ts';
import { eraseEventsAt } from './erase-events.ts';
import { eraseRequests } from './erase-requests.ts';
import { sweepRetention } from './retention-sweep.ts';

const BACKFILL_EVERY_MS = 600_000;

interface Parts {
  origin: Origin;
  stores: Stores;
  bus: Pick<Bus<Manifest>, 'ask'>;
}

/** Creates the workers that erase personal data: on request, and at the end of the time for which an account keeps it. */
export function createErasing(
  config: InboxConfig,
  { log }: Pick<Service, 'log'>,
  { origin, stores, bus }: Parts,
) {
  const { clock } = origin;
  const deps = {
    ...stores,
    clock,
    eraseEvents: eraseEventsAt(bus, stores.publishedMessages, config.ERASE_TIMEOUT_MS),
    settleMs: config.ERASE_SETTLE_MS,
    postponed: new Map<string, Date>(),
  };
  const requests = new Worker({
    name: 'erase-requests',
    run: () => eraseRequests(deps),
    sweepEveryMs: config.ERASE_SWEEP_EVERY_MS,
    log,
  });
  const wake = () => requests.wake();
  const sweep = {
    ...deps,
    wake,
    defaultDays: config.REQUEST_RETENTION_DAYS,
    mailDays: config.MAIL_KEPT_DAYS,
  };
  const retention = new Worker({
    name: 'retention',
    run: (signal) => sweepRetention(sweep, signal).then(() => false),
    sweepEveryMs: config.RETENTION_SWEEP_EVERY_MS,
    log,
  });
  const backfill = new Worker({
    name: 'person-keys',
    run: () => stores.personKeyBackfill.fillNext(clock()),
    sweepEveryMs: BACKFILL_EVERY_MS,
    log,
  });
  return { deps, wake, workers: [requests, retention, backfill] };
}

import { Worker, showOldestDue } from '@estate/persistence';
import type { Service, Startable } from '@estate/runtime';
import type { InboxConfig } from '../config.ts';
import type { Events } from '../events.ts';
import type { Room } from '../intake/intake.ts';
import type { Origin } from '../origin.ts';
import { MailReader } from '../reading/mail-reader.ts';
import type { Stores } from '../stores/open-stores.ts';
import { ByteBudget } from './byte-budget.ts';
import type { Directory } from './directory.ts';
import { runNext } from './run-next.ts';
import { sweepRaws } from './sweep-raws.ts';
import { WaitingRoom } from './waiting-room.ts';

export interface Processing extends Startable {
  /** Looks at once for mails that are due. */
  ring(): void;
  /** Where mails that just came in wait. */
  room: Room;
}

export interface ProcessingParts {
  origin: Origin;
  stores: Stores;
  directory: Directory;
  events: Events;
}

const MOST_WAITING = 200;
const MOST_WAITING_BYTES = 64_000_000;
/** Two of the largest mails: one is read while the next one is fetched. */
const MOST_READ_BYTES = 64_000_000;

/** What reads the mails that are due, and what removes raw mails at the end of their time. */
export function createProcessing(
  config: InboxConfig,
  { log, metrics }: Pick<Service, 'log' | 'metrics'>,
  { origin, stores, directory, events }: ProcessingParts,
): Processing {
  const owner = origin.newId();
  const claimBy = () => ({ owner, leaseMs: config.READ_LEASE_MS, now: origin.clock() });
  const room = new WaitingRoom({
    most: MOST_WAITING,
    mostBytes: MOST_WAITING_BYTES,
    claimBy,
    ring: () => reading.ring(),
  });
  const reader = new MailReader({
    threads: config.READ_THREADS,
    timeoutMs: config.READ_TIMEOUT_MS,
    heapMb: config.READ_HEAP_MB,
  });
  const budget = new ByteBudget(MOST_READ_BYTES);
  const { queue, raws, requests, texts, mails } = stores;
  const deps = { ...origin, queue, raws, requests, texts, directory, events, reader, room, budget, claimBy };
  const reading = new Worker({
    name: 'read-mails',
    run: (signal) => runNext(deps, signal),
    sweepEveryMs: config.READ_SWEEP_EVERY_MS,
    concurrency: config.READ_CONCURRENCY,
    log,
  });
  const sweep = new Worker({
    name: 'raw-mail-sweep',
    run: (signal) => sweepRaws({ raws, mails, events, clock: origin.clock }, signal).then(() => false),
    sweepEveryMs: config.RAW_SWEEP_EVERY_MS,
    log,
  });
  const { clock } = origin;
  showOldestDue(metrics, { worker: 'read-mail', oldestDueAt: (now) => queue.oldestDueAt(now), clock });
  const start = () => {
    reading.start();
    sweep.start();
  };
  const close = async () => {
    await Promise.all([reading.close(), sweep.close(), reader.close()]);
    for (let left = room.take(); left; left = room.take()) await queue.release(left.claimed);
  };
  return { start, ring: () => reading.ring(), room, close };
}

import { WorkRunner, Worker, showOldestDue } from '@estate/persistence';
import type { Service, Startable } from '@estate/runtime';
import type { InboxConfig } from '../config.ts';
import type { Events } from '../telemetry.ts';
import type { Room } from '../intake/intake.ts';
import type { Origin } from '../origin.ts';
import { MailReader } from '../reading/mail-reader.ts';
import type { Stores } from '../stores/open-stores.ts';
import { ByteBudget } from './byte-budget.ts';
import type { RecipientLookup } from './recipient-lookup.ts';
import { runNext } from './run-next.ts';
import { sweepRaws } from './sweep-raws.ts';
import { WaitingRoom } from './waiting-room.ts';

export interface Processing extends Startable {
  /** Looks at once for mails that are due. */
  wake(): void;
  /** Where mails that just came in wait. */
  room: Room;
}

export interface ProcessingParts {
  origin: Origin;
  stores: Stores;
  recipients: RecipientLookup;
  events: Events;
}

const MOST_WAITING = 200;
const MOST_WAITING_BYTES = 64_000_000;
/** Two of the largest mails: one is read while the next one is fetched. */
const MOST_READ_BYTES = 64_000_000;
/** Pauses after internal errors. */
const BACKOFF = { firstMs: 2000, longestMs: 60_000 };

/** What reads the mails that are due, and what removes raw mails at the end of their time. */
export function createProcessing(
  config: InboxConfig,
  { log, metrics }: Pick<Service, 'log' | 'metrics'>,
  { origin, stores, recipients, events }: ProcessingParts,
): Processing {
  const { clock } = origin;
  const { queue, raws, requests, texts, mails } = stores;
  const leaseMs = config.READ_LEASE_MS;
  const runner = new WorkRunner({ queue, owner: origin.newId(), leaseMs, clock, backoff: BACKOFF, log });
  const room = new WaitingRoom({
    most: MOST_WAITING,
    mostBytes: MOST_WAITING_BYTES,
    claimBy: () => runner.by(),
    wake: () => reading.wake(),
  });
  const reader = new MailReader({
    threads: config.READ_THREADS,
    timeoutMs: config.READ_TIMEOUT_MS,
    heapMb: config.READ_HEAP_MB,
  });
  const budget = new ByteBudget(MOST_READ_BYTES);
  const deps = { ...origin, queue, runner, raws, requests, texts, recipients, events, reader, room, budget };
  const reading = new Worker({
    name: 'read-mails',
    run: (signal) => runNext(deps, signal),
    sweepEveryMs: config.READ_SWEEP_EVERY_MS,
    concurrency: config.READ_CONCURRENCY,
    log,
  });
  const sweep = new Worker({
    name: 'raw-mail-sweep',
    run: (signal) => sweepRaws({ raws, mails, events, clock }, signal).then(() => false),
    sweepEveryMs: config.RAW_SWEEP_EVERY_MS,
    log,
  });
  showOldestDue(metrics, { worker: 'read-mail', queue, clock });
  const start = () => {
    reading.start();
    sweep.start();
  };
  const close = async () => {
    await Promise.all([reading.close(), sweep.close(), reader.close()]);
    for (let left = room.take(); left; left = room.take()) await queue.release(left.claimed);
  };
  return { start, wake: () => reading.wake(), room, close };
}

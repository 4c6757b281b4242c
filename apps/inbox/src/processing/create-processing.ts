import type { Logger } from '@estate/observability';
import { WorkRunner, Worker, showOldestDue, sweepBytes } from '@estate/persistence';
import type { Service } from '@estate/runtime';
import { Budget } from '../budget.ts';
import type { InboxConfig } from '../config.ts';
import type { Events } from '../telemetry.ts';
import type { Origin } from '../origin.ts';
import { MailReader } from '../reading/mail-reader.ts';
import type { Stores } from '../stores/open-stores.ts';
import type { InquiryNotes } from './inquiry-notes.ts';
import type { RecipientLookup } from './recipient-lookup.ts';
import { BACKOFF } from './pauses.ts';
import { runNext } from './run-next.ts';
import { WaitingMails } from './waiting-mails.ts';

export interface ProcessingParts {
  origin: Origin;
  stores: Stores;
  recipients: RecipientLookup;
  inquiries: InquiryNotes;
  events: Events;
}

/** Three batches of a mailbox: one is read, one waits, one arrives. */
const MOST_WAITING = 300;
const MOST_WAITING_BYTES = 64_000_000;
/** Two of the largest emails: one is read while the next one is fetched. */
const MOST_READ_BYTES = 64_000_000;
/** Longer than any email takes from storing its bytes to naming them. */
export const RAWS_UNUSED_MS = 3_600_000;

/** Creates the worker that reads due emails and the worker that removes raw emails at the end of their retention time. */
export function createProcessing(
  config: InboxConfig,
  { log, metrics }: Pick<Service, 'log' | 'metrics'>,
  parts: ProcessingParts,
) {
  const { origin, stores, recipients, inquiries, events } = parts;
  const { clock } = origin;
  const { queue } = stores;
  const leaseMs = config.READ_LEASE_MS;
  const runner = new WorkRunner({ queue, owner: origin.newId(), leaseMs, clock, backoff: BACKOFF, log });
  const waiting = new WaitingMails({
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
  const budget = new Budget(MOST_READ_BYTES);
  const deps = {
    ...origin,
    ...stores,
    runner,
    recipients,
    inquiries,
    events,
    reader,
    waiting,
    budget,
    mailUrl: mailUrls(config),
  };
  const reading = new Worker({
    name: 'read-mails',
    run: (signal) => runNext(deps, signal),
    sweepEveryMs: config.READ_SWEEP_EVERY_MS,
    concurrency: config.READ_CONCURRENCY,
    log,
  });
  showOldestDue(metrics, { worker: 'read-mail', queue, clock });
  const close = async () => {
    await Promise.all([reading.close(), reader.close()]);
    for (let left = waiting.take(); left; left = waiting.take()) await queue.release(left.claimed);
  };
  const wake = () => reading.wake();
  return { workers: [{ start: () => reading.start(), close }, rawSweep(config, log, parts)], wake, waiting };
}

function rawSweep(config: InboxConfig, log: Logger, { stores, origin, events }: ProcessingParts): Worker {
  const unnamed = (names: readonly string[]) => stores.mails.unnamedRaws(names);
  const { clock } = origin;
  const sweep = { bytes: stores.raws, unnamed, unusedForMs: RAWS_UNUSED_MS, clock, onSwept: events.rawSwept };
  return new Worker({
    name: 'raw-mail-sweep',
    run: (signal) => sweepBytes(sweep, signal).then(() => false),
    sweepEveryMs: config.RAW_SWEEP_EVERY_MS,
    log,
  });
}

/** Where the dashboard shows an email. */
const mailUrls =
  ({ PUBLIC_URL: publicUrl }: InboxConfig) =>
  (mailId: string): string | undefined =>
    publicUrl === undefined ? undefined : `${publicUrl.replace(/(?<!\/)\/+$/, '')}/dashboard/mails/${mailId}`;

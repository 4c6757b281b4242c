import { guardedAgent } from '@estate/egress';
import { WorkRunner, Worker, showOldestDue } from '@estate/persistence';
import type { Service, Startable } from '@estate/runtime';
import type { Origin } from '../announcements.ts';
import { placesOfAccount } from '../config.ts';
import type { CatalogConfig } from '../config.ts';
import { catalogEvents } from '../telemetry.ts';
import type { ImageProcesses } from '../images/image-processes.ts';
import type { Stores } from '../stores/open-stores.ts';
import { PropertyTurns } from './property-turns.ts';
import { runNext } from './run-next.ts';
import type { RunDeps } from './run-next.ts';
import { SilentHosts } from './silent-hosts.ts';
import { sweepBytes } from './sweep-bytes.ts';

/** Long enough that the other files of a run are not waited for, and shorter than most repeats. */
const SILENCE_REMEMBERED_MS = 15_000;
/** Hosts may take more time than this; other accounts do not wait for them. */
const ALONE_MS = 20_000;
/** Pauses after internal errors. */
const BACKOFF = { firstMs: 5000, longestMs: 600_000 };

export interface Processing extends Startable {
  /** Looks at once whether the property is due. */
  wake(propertyId: string): void;
}

export interface ProcessingParts {
  origin: Origin;
  stores: Stores;
  images: ImageProcesses;
}

/** What works through the properties that are due, and what removes bytes that nothing names. */
export function createProcessing(
  config: CatalogConfig,
  service: Pick<Service, 'log' | 'metrics'>,
  parts: ProcessingParts,
): Processing {
  const { log } = service;
  const { clock } = parts.origin;
  const { queue, properties, attachments: bytes } = parts.stores;
  const events = catalogEvents(service);
  const agent = guardedAgent({
    allowHttp: config.EGRESS_ALLOW_HTTP,
    allowedNetworks: config.EGRESS_ALLOWED_NETWORKS,
  });
  const turns = new PropertyTurns({ queue, perAccount: placesOfAccount(config), clock });
  const run = runDeps(config, { ...parts, events, agent, turns, log });
  const processing = new Worker({
    name: 'processing',
    run: (signal) => runNext(run, signal),
    sweepEveryMs: config.PROCESSING_SWEEP_EVERY_MS,
    concurrency: config.PROCESSING_CONCURRENCY,
    log,
  });
  const sweep = new Worker({
    name: 'attachment-sweep',
    run: (signal) => sweepBytes({ ...parts.origin, events, bytes, properties }, signal).then(() => false),
    sweepEveryMs: config.ATTACHMENT_SWEEP_EVERY_MS,
    log,
  });
  showOldestDue(service.metrics, { worker: 'process-property', queue, clock });
  const start = () => {
    processing.start();
    sweep.start();
  };
  const close = async () => {
    await Promise.all([processing.close(), sweep.close()]);
    await agent.close();
  };
  const wake = (propertyId: string) => {
    turns.announce(propertyId);
    processing.wake();
  };
  return { start, wake, close };
}

type RunParts = ProcessingParts & Pick<RunDeps, 'events' | 'agent' | 'turns'> & Pick<Service, 'log'>;

function runDeps(config: CatalogConfig, { origin, stores, log, ...parts }: RunParts): RunDeps {
  const { queue, attachments: bytes } = stores;
  return {
    ...origin,
    ...parts,
    queue,
    bytes,
    runner: new WorkRunner({
      queue,
      owner: origin.newId(),
      leaseMs: config.PROCESSING_LEASE_MS,
      clock: origin.clock,
      backoff: BACKOFF,
      aloneMs: ALONE_MS,
      log,
    }),
    hosts: new SilentHosts({ rememberedMs: SILENCE_REMEMBERED_MS, clock: origin.clock }),
    timeoutMs: config.ATTACHMENT_TIMEOUT_MS,
    concurrency: config.ATTACHMENT_CONCURRENCY,
    retryDelaysMs: config.PROCESSING_RETRY_DELAYS_MS,
  };
}

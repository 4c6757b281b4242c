import type { GuardedAgent } from '@estate/egress';
import { WorkRunner, Worker, showOldestDue, sweepBytes } from '@estate/persistence';
import type { Service } from '@estate/runtime';
import type { PropertyOrigin } from '../announcements.ts';
import { placesOfAccount } from '../config.ts';
import type { CatalogConfig } from '../config.ts';
import { USES_APART_MS } from '../domain/uploaded-attachment.ts';
import { catalogEvents } from '../telemetry.ts';
import type { ImageProcesses } from '../images/image-processes.ts';
import type { Stores } from '../stores/open-stores.ts';
import { BACKOFF, SILENCE_REMEMBERED_MS } from './pauses.ts';
import { PropertyTurns } from './property-turns.ts';
import { runNext } from './run-next.ts';
import type { RunDeps } from './run-next.ts';
import { SilentHosts } from './silent-hosts.ts';

/** Hosts may take more time than this; other accounts do not wait for them. */
const ALONE_MS = 20_000;
/** Longer than any run takes from touching bytes to naming them: 150 attachments, each as slow as is allowed. */
export const BYTES_UNUSED_MS = 6 * 3_600_000 + USES_APART_MS;

export interface ProcessingParts {
  origin: PropertyOrigin;
  stores: Stores;
  images: ImageProcesses;
  agent: GuardedAgent;
}

/** Creates the worker that processes due properties and the worker that removes bytes no property names. */
export function createProcessing(
  config: CatalogConfig,
  service: Pick<Service, 'log' | 'metrics'>,
  { origin, stores, images, agent }: ProcessingParts,
) {
  const { log } = service;
  const { clock } = origin;
  const { queue, uploads, unnamedBytes: unnamed, attachments: bytes } = stores;
  const events = catalogEvents(service);
  const turns = new PropertyTurns({ queue, perAccount: placesOfAccount(config), clock });
  const run: RunDeps = {
    ...{ ...origin, queue, uploads, bytes, images, agent, turns, events },
    runner: new WorkRunner({
      queue,
      owner: origin.newId(),
      leaseMs: config.PROCESSING_LEASE_MS,
      clock,
      backoff: BACKOFF,
      aloneMs: ALONE_MS,
      log,
    }),
    hosts: new SilentHosts({ rememberedMs: SILENCE_REMEMBERED_MS, clock }),
    timeoutMs: config.ATTACHMENT_TIMEOUT_MS,
    concurrency: config.ATTACHMENT_CONCURRENCY,
    retryDelaysMs: config.PROCESSING_RETRY_DELAYS_MS,
  };
  const processing = new Worker({
    name: 'processing',
    run: (signal) => runNext(run, signal),
    sweepEveryMs: config.PROCESSING_SWEEP_EVERY_MS,
    concurrency: config.PROCESSING_CONCURRENCY,
    log,
  });
  const sweeping = { bytes, unnamed, unusedForMs: BYTES_UNUSED_MS, clock, onSwept: events.bytesSwept };
  const sweep = new Worker({
    name: 'attachment-sweep',
    run: (signal) => sweepBytes(sweeping, signal).then(() => false),
    sweepEveryMs: config.ATTACHMENT_SWEEP_EVERY_MS,
    log,
  });
  showOldestDue(service.metrics, { worker: 'process-property', queue, clock });
  /** Checks at once whether the property is due. */
  const wake = (propertyId: string) => {
    turns.announce(propertyId);
    processing.wake();
  };
  return { workers: [processing, sweep], wake };
}

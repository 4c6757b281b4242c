import { UPLOADED_ATTACHMENTS_PATH, UPLOAD_UNUSED_HOURS } from '@estate/contracts';
import { Worker } from '@estate/persistence';
import type { Service } from '@estate/runtime';
import type { CatalogConfig } from '../config.ts';
import type { ProcessingParts } from '../processing/create-processing.ts';
import { uploadEvents } from '../telemetry.ts';
import { receiveUploads } from './receive-uploads.ts';
import { sweepUploads } from './sweep-uploads.ts';
import type { TemporaryFiles } from './temporary-files.ts';

const HOUR_MS = 3_600_000;

interface UploadParts extends Pick<ProcessingParts, 'origin' | 'stores' | 'images'> {
  files: TemporaryFiles;
}

/** Receives uploaded attachments on the internal port; creates the worker that removes those that no property names. */
export function createUploads(
  config: Pick<CatalogConfig, 'ATTACHMENT_SWEEP_EVERY_MS' | 'UPLOAD_KEPT_DAYS'>,
  service: Pick<Service, 'log' | 'metrics' | 'onInternal'>,
  { origin, stores, images, files }: UploadParts,
): Worker {
  const { uploads, namedUploads, attachments: bytes } = stores;
  const events = uploadEvents(service);
  const times = {
    keptMs: config.UPLOAD_KEPT_DAYS * 24 * HOUR_MS,
    unusedMs: UPLOAD_UNUSED_HOURS * HOUR_MS,
  };
  const receive = receiveUploads({
    ...{ ...origin, uploads, bytes, images, files, times },
    onReceived: events.received,
  });
  service.onInternal(UPLOADED_ATTACHMENTS_PATH, receive, ['PUT']);
  const sweeping = {
    uploads,
    named: namedUploads,
    ...times,
    clock: origin.clock,
    onSwept: events.swept,
  };
  return new Worker({
    name: 'upload-sweep',
    run: (signal) => sweepUploads(sweeping, signal).then(() => false),
    sweepEveryMs: config.ATTACHMENT_SWEEP_EVERY_MS,
    log: service.log,
  });
}

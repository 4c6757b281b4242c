import type { Logger, Metrics } from '@estate/observability';
import { METRICS } from './metrics.ts';

const OUTCOMES = ['successful', 'failed', 'repeat', 'outdated', 'trouble'] as const;

export interface ProcessingSummary {
  propertyId: string;
  accountId: string;
  outcome: (typeof OUTCOMES)[number];
  attachments: number;
  durationMs: number;
  reason?: unknown;
}

/** How an upload ended: as a file that the account did not have, one that it had, one that is refused, or before its end. */
export type UploadSummary = 'stored' | 'known' | 'refused' | 'interrupted';
const UPLOAD_OUTCOMES: readonly UploadSummary[] = ['stored', 'known', 'refused', 'interrupted'];

export type Events = ReturnType<typeof catalogEvents>;

/** Business events of the catalog: one log line and one metric each. */
export function catalogEvents({ log, metrics }: { log: Logger; metrics: Metrics }) {
  const processed = metrics.counter(METRICS.catalog_properties_processed_total);
  for (const outcome of OUTCOMES) processed.inc({ outcome }, 0);
  const seconds = metrics.histogram(METRICS.catalog_processing_duration_seconds);
  const swept = metrics.counter(METRICS.catalog_attachments_swept_total);
  return {
    propertyProcessed: ({ reason, ...summary }: ProcessingSummary) => {
      processed.inc({ outcome: summary.outcome });
      seconds.observe(summary.durationMs / 1000);
      if (summary.outcome === 'trouble') log.error({ ...summary, err: reason }, 'property.processed');
      else log.info({ ...summary, reason }, 'property.processed');
    },
    bytesSwept: ({ removed, unfinished }: { removed: number; unfinished: number }) => {
      swept.inc(removed);
      log.info({ removed, unfinished }, 'attachments.swept');
    },
  };
}

/** The attachments that are uploaded. */
export function uploadEvents({ log, metrics }: { log: Logger; metrics: Metrics }) {
  const uploads = metrics.counter(METRICS.catalog_uploads_total);
  for (const outcome of UPLOAD_OUTCOMES) uploads.inc({ outcome }, 0);
  return {
    received: (outcome: UploadSummary): void => {
      uploads.inc({ outcome });
    },
    swept: (removed: number): void => {
      log.info({ removed }, 'uploads.swept');
    },
  };
}

export interface ImageSummary {
  outcome: 'made' | 'failed';
  durationMs: number;
}

/** The smaller images that are made. */
export function imageEvents({ log, metrics }: { log: Logger; metrics: Metrics }) {
  const seconds = metrics.histogram(METRICS.catalog_smaller_image_duration_seconds);
  return ({ outcome, durationMs }: ImageSummary): void => {
    seconds.observe({ outcome }, durationMs / 1000);
    if (outcome === 'failed') log.warn({ durationMs }, 'image.failed');
  };
}

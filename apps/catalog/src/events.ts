import type { Logger, Metrics } from '@estate/observability';

const OUTCOMES = ['successful', 'failed', 'repeat', 'outdated', 'trouble'] as const;

export interface ProcessingSummary {
  propertyId: string;
  accountId: string;
  outcome: (typeof OUTCOMES)[number];
  attachments: number;
  durationMs: number;
  reason?: unknown;
}

/** Business events of the catalog: one log line and one metric each. */
export interface Events {
  propertyProcessed(summary: ProcessingSummary): void;
  bytesSwept(swept: { removed: number; unfinished: number }): void;
}

export function catalogEvents({ log, metrics }: { log: Logger; metrics: Metrics }): Events {
  const processed = metrics.counter(
    'catalog_properties_processed_total',
    'Runs over the attachments of a property.',
    ['outcome'],
  );
  for (const outcome of OUTCOMES) processed.inc({ outcome }, 0);
  const seconds = metrics.slowHistogram(
    'catalog_processing_duration_seconds',
    'Time of one run over the attachments of a property.',
  );
  const swept = metrics.counter(
    'catalog_attachments_swept_total',
    'Attachments removed because no property refers to them.',
  );
  return {
    propertyProcessed: ({ reason, ...summary }) => {
      processed.inc({ outcome: summary.outcome });
      seconds.observe(summary.durationMs / 1000);
      if (summary.outcome === 'trouble') log.error({ ...summary, err: reason }, 'property.processed');
      else log.info({ ...summary, reason }, 'property.processed');
    },
    bytesSwept: ({ removed, unfinished }) => {
      swept.inc(removed);
      log.info({ removed, unfinished }, 'attachments.swept');
    },
  };
}

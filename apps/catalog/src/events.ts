import type { Logger, Metrics } from '@estate/observability';

export interface ProcessingSummary {
  propertyId: string;
  accountId: string;
  outcome: 'successful' | 'failed' | 'repeat' | 'outdated' | 'trouble';
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
  const swept = metrics.counter(
    'catalog_attachments_swept_total',
    'Attachments removed because no property names them.',
  );
  return {
    propertyProcessed: ({ reason, ...summary }) => {
      processed.inc({ outcome: summary.outcome });
      if (summary.outcome === 'trouble') log.error({ ...summary, err: reason }, 'property.processed');
      else log.info({ ...summary, reason }, 'property.processed');
    },
    bytesSwept: ({ removed, unfinished }) => {
      swept.inc(removed);
      log.info({ removed, unfinished }, 'attachments.swept');
    },
  };
}

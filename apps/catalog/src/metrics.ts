import { defineMetrics } from '@estate/contracts';

/** Everything that is measured here. */
export const METRICS = defineMetrics({
  catalog_properties_processed_total: {
    type: 'counter',
    help: 'Runs over the attachments of a property.',
    labels: ['outcome'],
  },
  catalog_processing_duration_seconds: {
    type: 'histogram',
    help: 'Time of one run over the attachments of a property.',
    buckets: 'days',
  },
  catalog_attachments_swept_total: {
    type: 'counter',
    help: 'Attachments removed because no property refers to them.',
  },
});

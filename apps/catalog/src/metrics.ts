import { defineMetrics } from '@estate/contracts';

/** The metrics of the service. */
export const METRICS = defineMetrics({
  catalog_properties_processed_total: {
    type: 'counter',
    help: 'Runs over the attachments of a property.',
    labels: ['outcome'],
  },
  catalog_processing_duration_seconds: {
    type: 'histogram',
    help: 'Duration of one run over the attachments of a property.',
    buckets: 'days',
  },
  catalog_attachments_swept_total: {
    type: 'counter',
    help: 'Attachments removed because no property refers to them.',
  },
  catalog_uploads_total: {
    type: 'counter',
    help: 'Attachments that were uploaded instead of fetched from a URL.',
    labels: ['outcome'],
  },
  catalog_smaller_image_duration_seconds: {
    type: 'histogram',
    help: 'Time to make a smaller image, including the waiting time.',
    labels: ['outcome'],
    buckets: 'seconds',
  },
});

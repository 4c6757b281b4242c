import type { Row } from '../dashboard.ts';
import { RATE, duePanel, outboxPanel } from '../shared-rows.ts';

export const catalogRows: readonly Row[] = [
  {
    title: 'Processing of properties',
    panels: [
      duePanel('process-property', 'property'),
      {
        title: 'Runs by outcome',
        description:
          '`failed`: the customer is notified. `repeat`: retried. `trouble`: internal error, retried.',
        unit: 'reqps',
        queries: { '{{outcome}}': `sum by (outcome) (rate(catalog_properties_processed_total[${RATE}]))` },
      },
      {
        title: 'Duration of runs (p90)',
        description: 'One in ten runs over the attachments of a property takes longer.',
        unit: 's',
        queries: {
          p90: `histogram_quantile(0.9, sum by (le) (rate(catalog_processing_duration_seconds_bucket[${RATE}])))`,
        },
      },
      outboxPanel('catalog'),
      {
        title: 'Attachments removed',
        description: 'Attachments that no property refers to any more.',
        unit: 'short',
        queries: { attachments: `sum(increase(catalog_attachments_swept_total[${RATE}]))` },
      },
      {
        title: 'Uploaded attachments by outcome',
        description:
          'Files that were uploaded instead of fetched from a URL. `known`: the account had the file. `refused`: it cannot be published. `interrupted`: its sender ended the connection.',
        unit: 'reqps',
        queries: { '{{outcome}}': `sum by (outcome) (rate(catalog_uploads_total[${RATE}]))` },
      },
      {
        title: 'Smaller images (p90)',
        description:
          'One in ten smaller images takes longer, including the waiting time. `failed`: the process that made it ended.',
        unit: 's',
        queries: {
          '{{outcome}}': `histogram_quantile(0.9, sum by (le, outcome) (rate(catalog_smaller_image_duration_seconds_bucket[${RATE}])))`,
        },
      },
    ],
  },
];

import { auditEnv, egressEnv, list, mongoEnv, natsEnv, serviceEnv } from '@estate/config';
import { z } from 'zod';

const count = (fallback: number) => z.coerce.number().int().min(1).max(64).default(fallback);
const milliseconds = (fallback: number) => z.coerce.number().int().min(1).default(fallback);

/** The environment of the catalog. */
export const CatalogConfig = z.object({
  ...serviceEnv,
  ...natsEnv,
  ...mongoEnv,
  MONGODB_DATABASE: z
    .string()
    .default('catalog')
    .meta({ description: 'Name of the catalog’s own database.' }),
  ...egressEnv,
  ...auditEnv,
  PROCESSING_CONCURRENCY: count(2).meta({ description: 'Properties that one process works on at a time.' }),
  PROCESSING_LEASE_MS: milliseconds(60_000).meta({
    description: 'After this time without a sign of life another process takes a property over.',
  }),
  PROCESSING_SWEEP_EVERY_MS: milliseconds(2000).meta({
    description: 'How often the catalog looks for properties that are due and were not announced.',
  }),
  PROCESSING_RETRY_DELAYS_MS: list
    .refine((values) => values.every((value) => /^\d+$/.test(value)), { error: 'must be whole numbers' })
    .transform((values) => values.map(Number))
    .prefault('2000,10000,30000')
    .meta({
      description: 'Pauses before attachments that may come back are fetched again, separated by commas.',
    }),
  ATTACHMENT_CONCURRENCY: count(4).meta({
    description: 'Attachments of one property that are fetched at a time.',
  }),
  ATTACHMENT_DECODE_CONCURRENCY: count(1).meta({
    description: 'Images that one process decodes at a time; bounds its memory.',
  }),
  ATTACHMENT_TIMEOUT_MS: milliseconds(30_000).meta({
    description: 'How long fetching one attachment may take.',
  }),
  MALLOC_ARENA_MAX: z.string().optional().meta({
    description: 'Read by the C library; with `1` the memory of decoded images is given back.',
  }),
  ATTACHMENT_SWEEP_EVERY_MS: milliseconds(3_600_000).meta({
    description: 'How often bytes that no property names any more are looked for.',
  }),
});
export type CatalogConfig = z.output<typeof CatalogConfig>;

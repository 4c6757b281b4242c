import { availableParallelism } from 'node:os';
import { auditEnv, byteStoreEnv, egressEnv, list, mongoEnv, natsEnv, serviceEnv } from '@estate/config';
import { z } from 'zod';

const count = (fallback: number) => z.coerce.number().int().min(1).max(64).default(fallback);
const url = z.url({ protocol: /^https?$/ });
const milliseconds = (fallback: number) => z.coerce.number().int().min(1).default(fallback);

/** The environment of the catalog. */
export const CatalogConfig = z.object({
  ...serviceEnv,
  ...natsEnv,
  ...mongoEnv,
  ...byteStoreEnv,
  MONGODB_DATABASE: z
    .string()
    .default('catalog')
    .meta({ description: 'Name of the catalog’s own database.' }),
  ...egressEnv,
  ...auditEnv,
  PROCESSING_CONCURRENCY: count(4).meta({
    description: 'Maximum number of properties that one process works on at a time.',
  }),
  PROCESSING_ACCOUNT_CONCURRENCY: count(2).meta({
    description:
      'Maximum number of these for one account; at most half, so that the rest is available for other accounts.',
  }),
  PROCESSING_LEASE_MS: milliseconds(60_000).meta({
    description: 'Time without a heartbeat after which another process takes over a property.',
  }),
  PROCESSING_SWEEP_EVERY_MS: milliseconds(2000).meta({
    description: 'How often the catalog looks for properties that are due and were not announced.',
  }),
  PROCESSING_RETRY_DELAYS_MS: list
    .refine((values) => values.every((value) => /^\d+$/.test(value)), { error: 'must be whole numbers' })
    .transform((values) => values.map(Number))
    .prefault('2000,10000,30000')
    .meta({
      description:
        'Pauses before attachments are fetched again after a transient failure, separated by commas.',
    }),
  ATTACHMENT_CONCURRENCY: count(4).meta({
    description: 'Maximum number of attachments of one property that are fetched at a time.',
  }),
  ATTACHMENT_DECODE_CONCURRENCY: z.coerce.number().int().min(1).max(64).optional().meta({
    description:
      'Maximum number of attachment files that are read or rendered at a time, each by its own process. Default: one for each processor, at most 4.',
  }),
  ATTACHMENT_DECODE_PIXELS: z.coerce.number().int().min(1_000_000).default(50_000_000).meta({
    description:
      'Maximum number of pixels that these processes decode at a time, all together. A larger image is decoded alone.',
  }),
  ATTACHMENT_DECODE_MEMORY_MB: z.coerce.number().int().min(256).max(8192).default(512).meta({
    description: 'Maximum memory of a process that reads attachments, in megabytes; Linux only.',
  }),
  ATTACHMENT_DECODE_TIMEOUT_MS: milliseconds(60_000).meta({
    description: 'How long reading or rendering one attachment may take.',
  }),
  ATTACHMENT_TIMEOUT_MS: milliseconds(30_000).meta({
    description: 'How long fetching one attachment may take.',
  }),
  PUBLIC_URL: url.meta({
    description: 'Public URL of the API; the URLs of uploaded attachments begin with it.',
  }),
  UPLOAD_KEPT_DAYS: z.coerce.number().int().min(1).max(365).default(7).meta({
    description:
      'How long an uploaded attachment is kept that came with an import, or that no property names any more.',
  }),
  ATTACHMENT_SWEEP_EVERY_MS: milliseconds(3_600_000).meta({
    description: 'How often the catalog looks for bytes that no property uses any more.',
  }),
});
export type CatalogConfig = z.output<typeof CatalogConfig>;

/** Properties of one account that are processed at a time: at most half of all, but at least one. */
export const placesOfAccount = (
  config: Pick<CatalogConfig, 'PROCESSING_CONCURRENCY' | 'PROCESSING_ACCOUNT_CONCURRENCY'>,
): number =>
  Math.max(1, Math.min(config.PROCESSING_ACCOUNT_CONCURRENCY, Math.floor(config.PROCESSING_CONCURRENCY / 2)));

const MOST_IMAGE_PROCESSES = 4;

/** Processes that read attachments at a time; each takes memory, so not one for each of many processors. */
export const imageProcessesOf = ({ ATTACHMENT_DECODE_CONCURRENCY: configured }: CatalogConfig): number =>
  configured ?? Math.min(availableParallelism(), MOST_IMAGE_PROCESSES);

import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { auditEnv, egressEnv, list, mongoEnv, natsEnv, serviceEnv, vaultEnv } from '@estate/config';
import { z } from 'zod';
import { asset } from './assets.ts';

const positive = (fallback: number, description: string) =>
  z.coerce.number().int().min(1).default(fallback).meta({ description });
const text = (fallback: string, description: string) => z.string().default(fallback).meta({ description });
const folder = (name: string, description: string) => text(fileURLToPath(asset(name)), description);

const delays = list.prefault('10000,60000,300000,1800000,7200000').transform((parts, context) => {
  const values = parts.map(Number);
  if (values.every((value) => Number.isInteger(value) && value >= 0)) return values;
  context.addIssue({ code: 'custom', message: 'must be whole numbers separated by commas' });
  return z.NEVER;
});

const url = z.url({ protocol: /^https?$/ });
const marketplaceUrl = (type: string) =>
  url.optional().meta({ description: `Address of the interface of ${type}; default: as in its profile.` });
const pageUrl = (type: string) =>
  url
    .includes('{id}', { error: 'must contain {id}' })
    .optional()
    .meta({ description: `Public page of an object of ${type}, with {id}; default: as in its profile.` });

/** The environment of the service. */
export const DistributionConfig = z.object({
  ...serviceEnv,
  ...natsEnv,
  ...mongoEnv,
  ...egressEnv,
  ...vaultEnv,
  ...auditEnv,
  MONGODB_DATABASE: text('distribution', 'Name of the database of this service.'),
  CATALOG_INTERNAL_URL: url.meta({
    description: 'Internal address of the catalog, where the bytes of attachments are.',
  }),
  PUBLIC_URL: url.meta({
    description:
      'Address customers and end users reach the API under; marketplaces send end users back to it.',
  }),
  MARKETPLACES_DIRECTORY: folder('marketplaces', 'Directory with one profile file a marketplace.'),
  MARKETPLACE_URL: marketplaceUrl('marketplace-24'),
  MARKETPLACE_PAGE_URL: pageUrl('marketplace-24'),
  MARKETPLACE_SANDBOX_URL: marketplaceUrl('marketplace-24-sandbox'),
  MARKETPLACE_SANDBOX_PAGE_URL: pageUrl('marketplace-24-sandbox'),
  INBOX_DOMAIN: z.string().min(1).meta({ description: 'Email domain of the request addresses of targets.' }),
  PROFILES_DIRECTORY: folder('profiles', 'Directory with one profile file a platform.'),
  EXTRA_PROFILES_DIRECTORY: z
    .string()
    .optional()
    .meta({ description: 'Directory with further profile files, of platforms of the operator.' }),
  ATTACHMENT_CACHE_DIRECTORY: text(
    join(tmpdir(), 'distribution-attachments'),
    'Where attachments are kept between publications.',
  ),
  ATTACHMENT_CACHE_BYTES: positive(2_000_000_000, 'Size from which old attachments are dropped.'),
  LANE_CONCURRENCY: positive(16, 'Targets that are published to at the same time.'),
  LANE_ACCOUNT_CONCURRENCY: positive(
    8,
    'Targets of one account that are published to at the same time, so that others have their turn.',
  ),
  LANE_LEASE_MS: positive(30_000, 'How long a target stays leased when its worker crashes.'),
  LANE_SLICE_LISTINGS: positive(50, 'Listings after which a run of a lane ends and other targets go first.'),
  LANE_SLICE_MS: positive(10_000, 'Time after which a run of a lane ends and other targets go first.'),
  LANE_SWEEP_MS: positive(1000, 'How often the lanes look for due listings without a wake-up message.'),
  PROPERTY_RECHECK_MS: positive(
    300_000,
    'When to look again at a property that is being processed, if no message arrives.',
  ),
  PUBLISH_RETRY_DELAYS_MS: delays.meta({ description: 'Pauses before failed publications are retried.' }),
  UPKEEP_SWEEP_MS: positive(10_000, 'How often incomplete listings and targets are looked for.'),
  ABANDONED_AFTER_MS: positive(30_000, 'Age from which an incomplete listing or target counts as abandoned.'),
});
export type DistributionConfig = z.output<typeof DistributionConfig>;

export const laneLimits = (config: DistributionConfig) => ({
  concurrency: config.LANE_CONCURRENCY,
  perAccount: config.LANE_ACCOUNT_CONCURRENCY,
  sweepEveryMs: config.LANE_SWEEP_MS,
});

export const laneOptions = (config: DistributionConfig, owner: string) => ({
  options: {
    owner,
    leaseMs: config.LANE_LEASE_MS,
    runListings: config.LANE_SLICE_LISTINGS,
    runMs: config.LANE_SLICE_MS,
    recheckMs: config.PROPERTY_RECHECK_MS,
  },
  schedule: { delaysMs: config.PUBLISH_RETRY_DELAYS_MS, random: Math.random },
});

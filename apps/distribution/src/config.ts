import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { auditEnv, egressEnv, list, mongoEnv, natsEnv, serviceEnv, vaultEnv } from '@estate/config';
import { z } from 'zod';
import { asset } from './assets.ts';

const positive = (fallback: number) => z.coerce.number().int().min(1).default(fallback);

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
  MONGODB_DATABASE: z
    .string()
    .default('distribution')
    .meta({ description: 'Name of the database of this service.' }),
  CATALOG_INTERNAL_URL: url.meta({
    description: 'Internal address of the catalog, where the bytes of attachments are.',
  }),
  PUBLIC_URL: url.meta({
    description:
      'Address customers and end users reach the API under; marketplaces send end users back to it.',
  }),
  MARKETPLACES_DIRECTORY: z
    .string()
    .default(fileURLToPath(asset('marketplaces')))
    .meta({ description: 'Directory with one profile file a marketplace.' }),
  MARKETPLACE_URL: marketplaceUrl('marketplace-24'),
  MARKETPLACE_PAGE_URL: pageUrl('marketplace-24'),
  MARKETPLACE_SANDBOX_URL: marketplaceUrl('marketplace-24-sandbox'),
  MARKETPLACE_SANDBOX_PAGE_URL: pageUrl('marketplace-24-sandbox'),
  INBOX_DOMAIN: z.string().min(1).meta({ description: 'Email domain of the request addresses of targets.' }),
  PROFILES_DIRECTORY: z
    .string()
    .default(fileURLToPath(asset('profiles')))
    .meta({ description: 'Directory with one profile file a platform.' }),
  EXTRA_PROFILES_DIRECTORY: z
    .string()
    .optional()
    .meta({ description: 'Directory with further profile files, of platforms of the operator.' }),
  ATTACHMENT_CACHE_DIRECTORY: z
    .string()
    .default(join(tmpdir(), 'distribution-attachments'))
    .meta({ description: 'Where attachments are kept between publications.' }),
  ATTACHMENT_CACHE_BYTES: positive(2_000_000_000).meta({
    description: 'Size from which old attachments are dropped.',
  }),
  LANE_CONCURRENCY: positive(16).meta({ description: 'Targets that are published to at once.' }),
  LANE_ACCOUNT_CONCURRENCY: positive(8).meta({
    description: 'Targets of one account that are worked on at once, so that others can be worked on, too.',
  }),
  LANE_LEASE_MS: positive(30_000).meta({
    description: 'How long a target stays taken when its worker dies.',
  }),
  LANE_SLICE_LISTINGS: positive(50).meta({
    description: 'Listings after which a run of a lane ends and other targets go first.',
  }),
  LANE_SLICE_MS: positive(10_000).meta({
    description: 'Time after which a run of a lane ends and other targets go first.',
  }),
  LANE_SWEEP_MS: positive(1000).meta({
    description: 'How often due listings are looked for that nobody announced.',
  }),
  PROPERTY_RECHECK_MS: positive(300_000).meta({
    description: 'When to look again at a property that is being processed, if no message arrives.',
  }),
  PUBLISH_RETRY_DELAYS_MS: delays.meta({ description: 'Pauses before failed publications are retried.' }),
  UPKEEP_SWEEP_MS: positive(10_000).meta({
    description: 'How often half-made listings and targets are looked for.',
  }),
  ABANDONED_AFTER_MS: positive(30_000).meta({
    description: 'Age from which something half-made counts as abandoned.',
  }),
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

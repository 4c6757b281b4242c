import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  auditEnv,
  byteReaderEnv,
  egressEnv,
  list,
  mongoEnv,
  natsEnv,
  requestAddressEnv,
  serviceEnv,
  vaultEnv,
} from '@estate/config';
import { CALLED_PLATFORMS, isCalled } from '@estate/contracts';
import type { CalledPlatform, DeclaredPlatform } from '@estate/contracts';
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
const apiUrl = (type: string) =>
  url.optional().meta({ description: `URL of the API of ${type}. Default: the value in its profile.` });
const pageUrl = (type: string) =>
  url
    .includes('{id}', { error: 'must contain {id}' })
    .optional()
    .meta({
      description: `URL of the public page of an object of ${type}, with {id}. Default: the value in its profile.`,
    });

type Prefix = CalledPlatform['settings'];
/** Where each platform is, if it is somewhere else than its profile says. */
const platformEnv = Object.fromEntries(
  CALLED_PLATFORMS.flatMap(({ type, settings }) => [
    [`${settings}_URL`, apiUrl(type)],
    [`${settings}_PAGE_URL`, pageUrl(type)],
  ]),
) as Record<`${Prefix}_URL`, ReturnType<typeof apiUrl>> &
  Record<`${Prefix}_PAGE_URL`, ReturnType<typeof pageUrl>>;

/** The environment of the service. */
export const DistributionConfig = z.object({
  ...serviceEnv,
  ...natsEnv,
  ...mongoEnv,
  ...byteReaderEnv,
  ...egressEnv,
  ...vaultEnv,
  ...auditEnv,
  ...requestAddressEnv,
  MONGODB_DATABASE: text('distribution', 'Name of the database of this service.'),
  CATALOG_INTERNAL_URL: url.meta({
    description: 'Internal URL of the catalog, which serves the bytes of attachments.',
  }),
  PUBLIC_URL: url.meta({
    description: 'Public URL of the API for customers and end users; marketplaces send end users back to it.',
  }),
  MARKETPLACES_DIRECTORY: folder('marketplaces', 'Directory with one profile file for each marketplace.'),
  ...platformEnv,
  PROFILES_DIRECTORY: folder('profiles', 'Directory with one profile file for each platform.'),
  EXTRA_PROFILES_DIRECTORY: z
    .string()
    .optional()
    .meta({ description: 'Directory with additional profile files of the operator.' }),
  CATALOG_BYTES_DIRECTORY: z.string().startsWith('/').optional().meta({
    description:
      'Directory of the byte store of the catalog, if this service can read it under the same path; permission to read is enough. Attachments are then read from its files. Default: the catalog sends them.',
  }),
  WORK_DIRECTORY: text(
    join(tmpdir(), 'distribution'),
    'Directory for the documents of feeds, and for pictures that are made smaller while their package is sent.',
  ),
  FEED_BYTES: positive(
    500_000_000,
    'Maximum size of the documents of feeds in WORK_DIRECTORY; the least recently fetched ones are removed first, and made again when they are fetched.',
  ),
  FEED_FETCHES_PER_MINUTE: positive(
    60,
    'Maximum number of fetches of one feed per minute and replica. Further fetches get 429.',
  ),
  LANE_CONCURRENCY: positive(16, 'Maximum number of targets that are published to at the same time.'),
  LANE_ACCOUNT_CONCURRENCY: positive(
    8,
    'Maximum number of these for one account, so that other accounts do not wait.',
  ),
  LANE_LEASE_MS: positive(30_000, 'How long a target stays leased after its worker crashed.'),
  LANE_SLICE_LISTINGS: positive(
    50,
    'Number of listings after which a run of a lane ends, so that other targets come first.',
  ),
  LANE_SLICE_MS: positive(10_000, 'Time after which a run of a lane ends, so that other targets come first.'),
  LANE_SWEEP_MS: positive(1000, 'How often the lanes look for due listings without a wake-up message.'),
  REVISIONS_SWEEP_MS: positive(
    5000,
    'How often the revisions of up to 200 listings are compared with the catalog, to detect changes whose message was lost.',
  ),
  PROPERTY_RECHECK_MS: positive(
    300_000,
    'When to check a property again that is being processed, if no message arrives.',
  ),
  PUBLISH_RETRY_DELAYS_MS: delays.meta({ description: 'Pauses before failed publications are retried.' }),
  REPORT_FOLDER_DELAY_MS: positive(
    60_000,
    'After an upload, the report folder of a portal is read after this time, then each time after twice as long, up to six hours.',
  ),
  PLATFORM_LOOK_UP_MS: z.coerce.number().int().min(0).default(86_400_000).meta({
    description:
      'How often the objects of a target are looked at on a platform that can be asked, such as a marketplace. 0: never.',
  }),
  PLATFORM_LOOK_UPS_PER_HOUR: positive(
    600,
    'Maximum number of objects of one target that are looked at in an hour. A target with more objects takes longer for all of them.',
  ),
  UPKEEP_SWEEP_MS: positive(10_000, 'How often incomplete listings and targets are looked for.'),
  ABANDONED_AFTER_MS: positive(30_000, 'Age from which an incomplete listing or target counts as abandoned.'),
});
export type DistributionConfig = z.output<typeof DistributionConfig>;

/** The addresses of a platform as the environment sets them. */
export const addressesOf = (
  row: DeclaredPlatform,
  config: DistributionConfig,
): { apiUrl?: string; pageUrl?: string } => {
  if (!isCalled(row)) return {};
  const { settings } = row;
  const [api, page] = [config[`${settings}_URL`], config[`${settings}_PAGE_URL`]];
  return {
    ...(api !== undefined && { apiUrl: api.replace(/(?<!\/)\/+$/, '') }),
    ...(page !== undefined && { pageUrl: page }),
  };
};

/** How the request address of a target is made of its email id. */
export const requestAddressOf =
  ({ INBOX_DOMAIN }: Pick<DistributionConfig, 'INBOX_DOMAIN'>) =>
  (emailId: string): string =>
    `${emailId}@${INBOX_DOMAIN}`;

export const laneLimits = (config: DistributionConfig) => ({
  concurrency: config.LANE_CONCURRENCY,
  perAccount: config.LANE_ACCOUNT_CONCURRENCY,
  sweepEveryMs: config.LANE_SWEEP_MS,
});

export const lookUpLimits = (config: DistributionConfig) => ({
  everyMs: config.PLATFORM_LOOK_UP_MS,
  perHour: config.PLATFORM_LOOK_UPS_PER_HOUR,
});

export const laneOptions = (config: DistributionConfig, owner: string) => ({
  options: {
    owner,
    leaseMs: config.LANE_LEASE_MS,
    runListings: config.LANE_SLICE_LISTINGS,
    runMs: config.LANE_SLICE_MS,
    recheckMs: config.PROPERTY_RECHECK_MS,
    folderDelayMs: config.REPORT_FOLDER_DELAY_MS,
  },
  schedule: { delaysMs: config.PUBLISH_RETRY_DELAYS_MS, random: Math.random },
});

import { auditEnv, byteStoreEnv, mongoEnv, natsEnv, serviceEnv } from '@estate/config';
import type { Bytes } from '@estate/persistence';
import { z } from 'zod';
import { ftpEnv, isEncrypted } from './ftp/ftp-config.ts';

const DAY_MS = 86_400_000;
const milliseconds = (fallback: number) => z.coerce.number().int().min(1).default(fallback);

/** The environment of the importer. */
export const ImporterConfig = z
  .object({
    ...serviceEnv,
    ...natsEnv,
    ...mongoEnv,
    ...byteStoreEnv,
    MONGODB_DATABASE: z.string().default('importer').meta({ description: 'Name of the database.' }),
    ...auditEnv,
    CATALOG_INTERNAL_URL: z.url({ protocol: /^https?$/ }).meta({
      description: 'Internal URL of the catalog, which stores files without a URL.',
    }),
    IMPORT_MAX_BYTES: z.coerce.number().int().min(1_000_000).default(500_000_000).meta({
      description: 'Maximum size of a package, in bytes.',
    }),
    IMPORT_ACCOUNT_BYTES: z.coerce.number().int().min(1_000_000).default(5_000_000_000).meta({
      description:
        'Maximum size of the packages of one account that are stored and not imported yet, in bytes; at least IMPORT_MAX_BYTES. Further uploads by the API are refused, and packages from FTP wait in FTP_DIRECTORY.',
    }),
    IMPORT_CONCURRENCY: z.coerce.number().int().min(1).max(16).default(2).meta({
      description:
        'Maximum number of packages that one process works on at a time; at most half of them for one account. Each takes up to IMPORT_READ_MEMORY_MB of memory: raise the memory limit of the importer, too.',
    }),
    IMPORT_DIRECTORY: z.string().default('/tmp').meta({
      description:
        'Directory for copies of the packages that are being processed, up to IMPORT_CONCURRENCY at a time. A byte store of files needs no copies.',
    }),
    IMPORT_READ_MEMORY_MB: z.coerce.number().int().min(200).max(8192).default(300).meta({
      description: 'Maximum memory of a process that reads packages, in megabytes; Linux only.',
    }),
    IMPORT_READ_TIMEOUT_MS: milliseconds(60_000).meta({
      description: 'How long reading a package may take without any progress.',
    }),
    IMPORT_LEASE_MS: milliseconds(60_000).meta({
      description: 'Time without a heartbeat after which another process takes over an import.',
    }),
    ...ftpEnv,
    IMPORT_SWEEP_EVERY_MS: milliseconds(2000).meta({
      description: 'How often the importer looks for imports that are due and were not announced.',
    }),
    IMPORT_KEPT_DAYS: z.coerce.number().int().min(1).max(400).default(90).meta({
      description: 'How long an import and its objects are kept. Properties are not affected.',
    }),
    PACKAGE_KEPT_DAYS: z.coerce.number().int().min(0).max(400).default(7).meta({
      description:
        'How long the packages of ended imports are kept so that they can be imported again after a backup was restored: at least the age of the oldest backup that you would restore. Only in a byte store outside the database; of each account at most IMPORT_ACCOUNT_BYTES.',
    }),
    PACKAGE_SWEEP_EVERY_MS: milliseconds(3_600_000).meta({
      description: 'How often the importer looks for packages that no import needs any more.',
    }),
  })
  .refine(isEncrypted, {
    path: ['FTP_PORT'],
    error: 'needs FTP_CERTIFICATE_FILE and FTP_KEY_FILE; without TLS, FTP_ALLOW_PLAIN=true',
  });

/** How long packages stay that may have to be imported again; 0 where a restore would lose them, too. */
export const packageKeptMs = (
  { PACKAGE_KEPT_DAYS }: Pick<ImporterConfig, 'PACKAGE_KEPT_DAYS'>,
  { recovery }: Pick<Bytes, 'recovery'>,
): number => (recovery ? PACKAGE_KEPT_DAYS * DAY_MS : 0);

export type ImporterConfig = z.output<typeof ImporterConfig>;

import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';

const count = (fallback: number, most = 10_000) => z.coerce.number().int().min(1).max(most).default(fallback);
const milliseconds = (fallback: number) => z.coerce.number().int().min(1).default(fallback);
const port = z.coerce.number().int().min(0).max(65_535);
const bytes = (fallback: number) => z.coerce.number().int().min(1_000_000).default(fallback);

const isTrue = z
  .enum(['true', 'false'])
  .default('false')
  .transform((text) => text === 'true');

/** `30000-30099`; 0 lets the system choose. */
const portRange = z
  .string()
  .default('30000-30099')
  .transform((text, context) => {
    const [, first, last = first] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(text.trim()) ?? [];
    const range = { first: Number(first), last: Number(last) };
    const isRange = first !== undefined && range.first <= range.last && range.last <= 65_535;
    if (isRange && (range.first > 0 || range.last === 0)) return range;
    context.addIssue('must be two ports like 30000-30099');
    return z.NEVER;
  });

/** The settings of the FTP server of import sources. */
export const ftpEnv = {
  FTP_PORT: port.optional().meta({
    description:
      'Port of the FTP server of import sources. Without it, this process has none. All data connections must reach the process of their session.',
  }),
  FTP_HOST: z.string().default('127.0.0.1').meta({
    description: 'Address the FTP server and its data ports listen on.',
  }),
  FTP_PUBLIC_HOST: z.string().min(1).default('localhost').meta({
    description: 'Host that customers enter in their software.',
  }),
  FTP_PUBLIC_PORT: port.optional().meta({
    description:
      'Port that customers enter in their software. Default: FTP_PORT. Set it also for processes without FTP_PORT; with neither, import sources cannot be created.',
  }),
  FTP_PASSIVE_PORTS: portRange.meta({
    description: 'Ports for data connections; each transfer needs one. The public ports must be the same.',
  }),
  FTP_PASSIVE_ADDRESS: z.ipv4().optional().meta({
    description:
      'Public IPv4 address for data connections behind NAT or a load balancer. Default: the address of the connection.',
  }),
  FTP_CERTIFICATE_FILE: z.string().optional().meta({
    description: 'Certificate chain (PEM) for explicit TLS; together with FTP_KEY_FILE.',
  }),
  FTP_KEY_FILE: z.string().optional().meta({ description: 'Private key (PEM) for explicit TLS.' }),
  FTP_CERTIFICATE_SWEEP_EVERY_MS: milliseconds(600_000).meta({
    description: 'How often the importer looks whether the files of the certificate have changed.',
  }),
  FTP_ALLOW_PLAIN: isTrue.meta({
    description:
      'Whether the FTP server may run without a certificate. Passwords and packages are then sent unencrypted.',
  }),
  FTP_REQUIRE_TLS: isTrue.meta({ description: 'Whether logins without TLS are refused.' }),
  FTP_DIRECTORY: z.string().min(1).default(join(tmpdir(), 'importer-ftp')).meta({
    description: 'Directory for uploads until they are in the byte store; on a disk, not in memory.',
  }),
  FTP_SPOOL_BYTES: bytes(4_000_000_000).meta({
    description: 'Maximum size of all uploads that are not in the byte store yet.',
  }),
  FTP_SOURCE_BYTES: bytes(1_000_000_000).meta({
    description: 'Maximum size of these uploads for one import source; at least IMPORT_MAX_BYTES.',
  }),
  FTP_ACCOUNT_BYTES: bytes(1_000_000_000).meta({
    description:
      'Maximum size of these uploads for all import sources of one account, so that no account takes the space of the others; at least FTP_SOURCE_BYTES.',
  }),
  FTP_STABLE_MS: milliseconds(10_000).meta({
    description:
      'A package that is not renamed is complete when it has a valid end and has not changed for this time.',
  }),
  FTP_INCOMPLETE_AFTER_MS: milliseconds(900_000).meta({
    description:
      'A truncated package is imported after this time, so that its result file reports the error.',
  }),
  FTP_FILES_KEPT_HOURS: count(24).meta({
    description: 'How long files that are not packages are kept, such as files with temporary names.',
  }),
  FTP_RESULTS_KEPT_DAYS: count(14).meta({ description: 'How long result files are kept.' }),
  FTP_IDLE_MS: milliseconds(300_000).meta({ description: 'Maximum idle time of a session.' }),
  FTP_MAX_CONNECTIONS: count(200).meta({
    description:
      'Maximum number of sessions at a time; at most half of them without a login, and a quarter of one account. If all are in use, a new session takes the place of one without a login.',
  }),
  FTP_MAX_CONNECTIONS_PER_ADDRESS: count(100).meta({
    description:
      'Maximum number of sessions at a time from one address, or from one /64 network of IPv6; at most 20 of them without a login, until somebody has logged in from there.',
  }),
  FTP_MAX_CONNECTIONS_PER_SOURCE: count(5).meta({
    description: 'Maximum number of sessions at a time with one login, which is that of an import source.',
  }),
  FTP_FAILED_LOGINS: count(10).meta({
    description:
      'Number of failed logins of one user from one address after which this user is blocked for FTP_BLOCK_MS at this address.',
  }),
  FTP_BLOCK_MS: milliseconds(600_000).meta({
    description: 'How long a user is blocked at an address, and how long a failed login counts.',
  }),
  FTP_MEMORY_MB: count(200, 8192).meta({
    description: 'Maximum memory of the FTP server process, in megabytes; Linux only.',
  }),
};

interface FtpEncryption {
  FTP_PORT?: number | undefined;
  FTP_CERTIFICATE_FILE?: string | undefined;
  FTP_KEY_FILE?: string | undefined;
  FTP_ALLOW_PLAIN: boolean;
}

/** An FTP server has a certificate, unless somebody has decided that it needs none. */
export const isEncrypted = (env: FtpEncryption): boolean =>
  env.FTP_PORT === undefined ||
  env.FTP_ALLOW_PLAIN ||
  (env.FTP_CERTIFICATE_FILE !== undefined && env.FTP_KEY_FILE !== undefined);

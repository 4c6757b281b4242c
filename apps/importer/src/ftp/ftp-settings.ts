import type { CertificatePair } from '@estate/runtime';
import type { ImporterConfig } from '../config.ts';
import type { FtpAddress } from '../domain/import-source.ts';
import type { FtpServerOptions } from './server/ftp-server.ts';

const DAY_MS = 24 * 3_600_000;
const SWEEP_MS = 1000;
/** Fewer bytes in a minute are no upload. */
const SLOW_CHECK_MS = 60_000;
const SLOWEST_BYTES = 10_000;
const DATA_CONNECT_MS = 30_000;
/** Estate software logs in at once: these are for slow lines. */
const SILENT_MS = 10_000;
const LOGIN_MS = 30_000;
/** Enough for IMPORT_MAX_BYTES over a slow line; a client that continues an upload has it again. */
const TRANSFER_MS = 2 * 3_600_000;
const ENTRIES = 500;
/** Sessions without a login are known by their address only. */
const STRANGERS_PER_ADDRESS = 20;
const FAILED_LOGIN_DELAY_MS = 1000;

/** The connection settings for estate software, apart from the login. */
export function ftpAddress(config: ImporterConfig): FtpAddress {
  const { first, last } = config.FTP_PASSIVE_PORTS;
  return {
    host: config.FTP_PUBLIC_HOST,
    port: config.FTP_PUBLIC_PORT ?? config.FTP_PORT ?? 21,
    passivePorts: { from: first, to: last },
    secure: config.FTP_CERTIFICATE_FILE !== undefined,
  };
}

/** The same for new import sources; undefined where no process has an FTP server. Another process may have it. */
export const offeredFtpAddress = (config: ImporterConfig): FtpAddress | undefined =>
  (config.FTP_PORT ?? config.FTP_PUBLIC_PORT) === undefined ? undefined : ftpAddress(config);

export function ftpServerOptions(
  config: ImporterConfig,
  certificate: CertificatePair | undefined,
): FtpServerOptions {
  const sourceBytes = Math.max(config.FTP_SOURCE_BYTES, config.IMPORT_MAX_BYTES);
  return {
    host: config.FTP_HOST,
    port: config.FTP_PORT ?? 0,
    ports: config.FTP_PASSIVE_PORTS,
    publicAddress: config.FTP_PASSIVE_ADDRESS,
    certificate,
    sweepMs: SWEEP_MS,
    times: {
      stableMs: config.FTP_STABLE_MS,
      incompleteMs: config.FTP_INCOMPLETE_AFTER_MS,
      keptMs: config.FTP_FILES_KEPT_HOURS * (DAY_MS / 24),
    },
    limits: {
      connections: config.FTP_MAX_CONNECTIONS,
      connectionsBeforeLogin: Math.ceil(config.FTP_MAX_CONNECTIONS / 2),
      connectionsPerAddress: config.FTP_MAX_CONNECTIONS_PER_ADDRESS,
      strangersPerAddress: Math.min(STRANGERS_PER_ADDRESS, config.FTP_MAX_CONNECTIONS_PER_ADDRESS),
      connectionsPerSource: config.FTP_MAX_CONNECTIONS_PER_SOURCE,
      connectionsPerAccount: Math.ceil(config.FTP_MAX_CONNECTIONS / 4),
      fileBytes: config.IMPORT_MAX_BYTES,
      sourceBytes,
      accountBytes: Math.max(config.FTP_ACCOUNT_BYTES, sourceBytes),
      totalBytes: config.FTP_SPOOL_BYTES,
      entries: ENTRIES,
      idleMs: config.FTP_IDLE_MS,
      silentMs: SILENT_MS,
      loginMs: LOGIN_MS,
      dataConnectMs: DATA_CONNECT_MS,
      slowCheckMs: SLOW_CHECK_MS,
      slowestBytes: SLOWEST_BYTES,
      transferMs: TRANSFER_MS,
      failedLogins: config.FTP_FAILED_LOGINS,
      blockMs: config.FTP_BLOCK_MS,
      failedLoginDelayMs: FAILED_LOGIN_DELAY_MS,
    },
  };
}

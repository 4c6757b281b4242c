import type { Logger, Metrics } from '@estate/observability';
import { METRICS } from '../metrics.ts';
import type { FtpNote } from './server/backend.ts';

const LOGINS = ['accepted', 'refused', 'blocked', 'unavailable'] as const;
const UPLOADS = ['stored', 'cut', 'slow', 'refused'] as const;
const PACKAGES = ['accepted', 'refused', 'source_deleted'] as const;

export type FtpEvents = ReturnType<typeof ftpEvents>;

/** Reports the events of the FTP server as metrics and log lines. */
export function ftpEvents({ log, metrics }: { log: Logger; metrics: Metrics }, spoolLimitBytes: number) {
  const logins = metrics.counter(METRICS.importer_ftp_logins_total);
  const uploads = metrics.counter(METRICS.importer_ftp_uploads_total);
  const packages = metrics.counter(METRICS.importer_ftp_packages_total);
  const restarts = metrics.counter(METRICS.importer_ftp_process_ends_total);
  const connections = metrics.gauge(METRICS.importer_ftp_connections);
  const spool = metrics.gauge(METRICS.importer_ftp_spool_bytes);
  metrics.gauge(METRICS.importer_ftp_spool_limit_bytes).set(spoolLimitBytes);
  for (const outcome of LOGINS) logins.inc({ outcome }, 0);
  for (const outcome of UPLOADS) uploads.inc({ outcome }, 0);
  for (const outcome of PACKAGES) packages.inc({ outcome }, 0);
  restarts.inc(0);
  // Without a certificate there is a metric without a value.
  metrics.measured(METRICS.importer_ftp_certificate_expiry_timestamp_seconds, () => []);
  return {
    noted: (note: FtpNote) => {
      if (note.kind === 'login') logins.inc({ outcome: note.outcome });
      else if (note.kind === 'upload') uploads.inc({ outcome: note.outcome });
      else if (note.kind === 'failed') log.error({ error: note.error }, 'ftp.failed');
      else {
        connections.set(note.connections);
        spool.set(note.spoolBytes);
      }
    },
    packageTaken: (outcome: (typeof PACKAGES)[number]) => {
      packages.inc({ outcome });
      log.info({ outcome }, 'ftp.package-taken');
    },
    restarted: () => restarts.inc(),
    showCertificate: (expiresAt: () => Date) =>
      metrics.measured(METRICS.importer_ftp_certificate_expiry_timestamp_seconds, () => [
        { labels: { source: 'ftp' }, value: expiresAt().getTime() / 1000 },
      ]),
  };
}

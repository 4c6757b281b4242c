import { defineMetrics } from '@estate/contracts';

/** The metrics of the service. */
export const METRICS = defineMetrics({
  importer_packages_received_total: {
    type: 'counter',
    help: 'Packages that were stored.',
    labels: ['channel'],
  },
  importer_imports_ended_total: {
    type: 'counter',
    help: 'Imports that ended, by state and code of the failure.',
    labels: ['state', 'code'],
  },
  importer_objects_applied_total: {
    type: 'counter',
    help: 'Objects of packages, by outcome.',
    labels: ['outcome'],
  },
  importer_runs_total: {
    type: 'counter',
    help: 'Runs over the imports of a source, by outcome.',
    labels: ['outcome'],
  },
  importer_oldest_import_seconds: {
    type: 'gauge',
    help: 'Age of the oldest import with something to do; 0 when there is none. Imports that wait for a confirmation do not count.',
  },
  importer_disk_available_ratio: {
    type: 'gauge',
    help: 'Free part of the disk of IMPORT_DIRECTORY or of FTP_DIRECTORY, whichever is less.',
  },
  importer_ftp_logins_total: {
    type: 'counter',
    help: 'Logins of estate software by FTP, by outcome.',
    labels: ['outcome'],
  },
  importer_ftp_uploads_total: {
    type: 'counter',
    help: 'Uploads by FTP, by outcome.',
    labels: ['outcome'],
  },
  importer_ftp_packages_total: {
    type: 'counter',
    help: 'Complete packages that the FTP server handed over, by outcome.',
    labels: ['outcome'],
  },
  importer_ftp_process_ends_total: {
    type: 'counter',
    help: 'Crashes of the FTP server process, which is restarted.',
  },
  importer_ftp_connections: { type: 'gauge', help: 'Sessions of estate software by FTP.' },
  importer_ftp_spool_bytes: {
    type: 'gauge',
    help: 'Bytes of uploads by FTP that are not in the byte store yet.',
  },
  importer_ftp_spool_limit_bytes: {
    type: 'gauge',
    help: 'The maximum of importer_ftp_spool_bytes: FTP_SPOOL_BYTES.',
  },
  importer_ftp_certificate_expiry_timestamp_seconds: {
    type: 'gauge',
    help: 'Expiry time of the certificate of the FTP server; absent without a certificate.',
    // A gauge without labels would be 0 instead of absent, which is a certificate that has expired.
    labels: ['source'],
  },
  importer_packages_swept_total: {
    type: 'counter',
    help: 'Packages that were removed because no import needs them any more.',
  },
});

import type { Row } from '../dashboard.ts';
import { RATE, duePanel, outboxPanel } from '../shared-rows.ts';

export const importerRows: readonly Row[] = [
  {
    title: 'Imports',
    panels: [
      duePanel('work-on-import', 'import'),
      {
        title: 'Oldest import',
        description:
          'Age of the oldest import that waits or is in progress. More than two hours: alert ImportsOld.',
        unit: 's',
        queries: { age: 'max(importer_oldest_import_seconds)' },
      },
      {
        title: 'Free disk',
        description:
          'Free part of the disk for packages and uploads, by replica. Less than 15 %: alert ImportDiskFull.',
        unit: 'percentunit',
        queries: { '{{instance}}': 'min by (instance) (importer_disk_available_ratio)' },
      },
      {
        title: 'Packages received',
        description: '`api`: uploaded. `ftp`: exported to an import source.',
        unit: 'reqps',
        queries: { '{{channel}}': `sum by (channel) (rate(importer_packages_received_total[${RATE}]))` },
      },
      {
        title: 'Imports, by outcome',
        description:
          '`failed`: the package could not be read; the code says why. `internal` is an internal error.',
        unit: 'reqps',
        queries: {
          '{{state}} {{code}}': `sum by (state, code) (rate(importer_imports_ended_total[${RATE}]))`,
        },
      },
      {
        title: 'Objects, by outcome',
        description: 'Objects of packages, by outcome.',
        unit: 'reqps',
        queries: { '{{outcome}}': `sum by (outcome) (rate(importer_objects_applied_total[${RATE}]))` },
      },
      {
        title: 'Runs, by outcome',
        description: '`trouble`: internal error or another service is unavailable; retried.',
        unit: 'reqps',
        queries: { '{{outcome}}': `sum by (outcome) (rate(importer_runs_total[${RATE}]))` },
      },
      {
        title: 'Packages removed',
        description: 'Packages that no import needed any more.',
        unit: 'reqps',
        queries: { packages: `sum(rate(importer_packages_swept_total[${RATE}]))` },
      },
      outboxPanel('importer'),
    ],
  },
  {
    title: 'FTP server',
    panels: [
      {
        title: 'Logins, by outcome',
        description:
          '`blocked`: the address had too many failed logins. `unavailable`: the database did not answer.',
        unit: 'reqps',
        queries: { '{{outcome}}': `sum by (outcome) (rate(importer_ftp_logins_total[${RATE}]))` },
      },
      {
        title: 'Uploads, by outcome',
        description:
          '`cut`: the connection ended. `slow`: too few bytes in a minute. `refused`: a limit was reached.',
        unit: 'reqps',
        queries: { '{{outcome}}': `sum by (outcome) (rate(importer_ftp_uploads_total[${RATE}]))` },
      },
      {
        title: 'Complete packages, by outcome',
        description:
          '`refused`: the package had no content. `source_deleted`: its import source no longer exists.',
        unit: 'reqps',
        queries: { '{{outcome}}': `sum by (outcome) (rate(importer_ftp_packages_total[${RATE}]))` },
      },
      {
        title: 'Sessions',
        description: 'Sessions of estate software, by replica.',
        unit: 'short',
        queries: { '{{instance}}': 'max by (instance) (importer_ftp_connections)' },
      },
      {
        title: 'Uploads that wait',
        description:
          'Bytes that are not in the byte store yet, by replica, and their maximum, at which the server asks clients to retry later. Above 80 %: alert FtpSpoolFull.',
        unit: 'bytes',
        queries: {
          '{{instance}}': 'max by (instance) (importer_ftp_spool_bytes)',
          maximum: 'max(importer_ftp_spool_limit_bytes)',
        },
      },
      {
        title: 'Ends of the process',
        description: 'Crashes of the FTP server process. More than three in 30 minutes: alert FtpServerEnds.',
        unit: 'short',
        queries: { ends: `sum(increase(importer_ftp_process_ends_total[${RATE}]))` },
      },
    ],
  },
];

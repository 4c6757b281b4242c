import type { Dashboard, Row } from './dashboard.ts';
import { gatewayRows } from './rows/api-gateway.ts';
import { catalogRows } from './rows/catalog.ts';
import { distributionRows } from './rows/distribution.ts';
import { notifierRows } from './rows/notifier.ts';
import { inboxRows } from './rows/inbox.ts';
import { answersRow, consumersRow, processRow, runningRow } from './shared-rows.ts';

const about = (job: string, rows: readonly Row[], words: string): Dashboard => ({
  uid: `estate-${job}`,
  title: `Estate: ${job}`,
  description: words,
  rows: [runningRow(job), ...rows, processRow(job)],
});

export const serviceDashboards: readonly Dashboard[] = [
  about('api-gateway', gatewayRows, 'The public API: calls, errors, duration.'),
  about(
    'catalog',
    [...catalogRows, answersRow('catalog'), consumersRow('catalog')],
    'Properties, contacts and attachments.',
  ),
  about(
    'distribution',
    [...distributionRows, answersRow('distribution'), consumersRow('distribution')],
    'Listings on their way to the platforms.',
  ),
  about(
    'notifier',
    [...notifierRows, answersRow('notifier'), consumersRow('notifier')],
    'Events on their way to the webhooks of customers.',
  ),
  about(
    'inbox',
    [...inboxRows, answersRow('inbox'), consumersRow('inbox')],
    'Emails of portals and the requests created from them.',
  ),
];

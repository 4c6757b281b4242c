import { manifests } from '@estate/manifests';
import type { ServiceName } from '@estate/manifests';
import type { Dashboard, Row } from './dashboard.ts';
import { gatewayRows } from './rows/api-gateway.ts';
import { catalogRows } from './rows/catalog.ts';
import { distributionRows } from './rows/distribution.ts';
import { importerRows } from './rows/importer.ts';
import { inboxRows } from './rows/inbox.ts';
import { notifierRows } from './rows/notifier.ts';
import { answersRow, consumersRow, processRow, runningRow } from './shared-rows.ts';

/** Additional rows of a single service's dashboard. */
const OWN: Partial<Record<ServiceName, { rows: readonly Row[]; description: string }>> = {
  'api-gateway': { rows: gatewayRows, description: 'The public API: calls, errors, duration.' },
  catalog: { rows: catalogRows, description: 'Properties, contacts and attachments.' },
  distribution: { rows: distributionRows, description: 'Listings on their way to the platforms.' },
  importer: { rows: importerRows, description: 'OpenImmo packages of customers and their objects.' },
  inbox: { rows: inboxRows, description: 'Emails of portals and the requests created from them.' },
  notifier: { rows: notifierRows, description: 'Events on their way to the webhooks of customers.' },
};

/** One dashboard for each service. */
export const serviceDashboards = manifests.map(({ name, answers, handles }): Dashboard => {
  const { rows, description } = OWN[name] ?? { rows: [], description: `The service ${name}.` };
  return {
    uid: `estate-${name}`,
    title: `Estate: ${name}`,
    description,
    rows: [
      runningRow(name),
      ...rows,
      ...(answers.length > 0 ? [answersRow(name)] : []),
      ...(Object.keys(handles).length > 0 ? [consumersRow(name)] : []),
      processRow(name),
    ],
  };
});

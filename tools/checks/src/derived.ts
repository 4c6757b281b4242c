import { readFileSync } from 'node:fs';
import * as contracts from '@estate/contracts';
import { deploymentFiles } from '@estate/deploy/derived';
import { brokerUsers, deployedModule, manifests, serviceNames, usersConfig } from '@estate/manifests';
import { brunoFiles } from './api/bruno.ts';
import { committedApi } from './api/open-api.ts';
import { operationsTable } from './api/operations-table.ts';
import { phpFiles } from './api/php.ts';
import { postmanCollection } from './api/postman.ts';
import { collectionsDocument, declaredCollections } from './collections-table.ts';
import { pythonActions } from './api/python.ts';
import { typescriptFiles } from './api/typescript.ts';
import { contractsIn, mapDocument, mapProblems, rowsOf } from './message-map-table.ts';
import { grafanaJson } from './monitoring/dashboard.ts';
import { dashboards } from './monitoring/dashboards.ts';
import { knownMetrics } from './monitoring/known-metrics.ts';
import { withTable } from './monitoring/metrics-table.ts';
import { prometheusRule, ruleGroups } from './monitoring/rule-files.ts';

const MONITORING = 'docs/monitoring.md';
const api = committedApi();
const rows = rowsOf(contractsIn(contracts), manifests);

/** Contradictions between the manifests. */
export const manifestProblems = mapProblems(rows);

/**
 * All files that are derived from the manifests and the declarations of collections, not formatted; to be called in the root of the
 * workspace.
 */
export const derivedFiles = async (): Promise<{ path: string; text: string }[]> => [
  { path: 'docs/message-map.md', text: mapDocument(rows) },
  {
    path: 'docs/collections.md',
    text: collectionsDocument(await declaredCollections(serviceNames)),
  },
  { path: 'deploy/src/deployed-services.ts', text: deployedModule(manifests) },
  { path: 'deploy/nats/users.conf', text: usersConfig(brokerUsers(manifests)) },
  { path: MONITORING, text: withTable(readFileSync(MONITORING, 'utf8'), knownMetrics()) },
  { path: 'deploy/prometheus/prometheusrule.yaml', text: prometheusRule(ruleGroups('.')) },
  ...dashboards.map((dashboard) => ({
    path: `deploy/grafana/dashboards/${dashboard.uid}.json`,
    text: JSON.stringify(grafanaJson(dashboard)),
  })),
  { path: 'clients/cli/src/operations.json', text: JSON.stringify(operationsTable(api)) },
  { path: 'clients/collections/postman.json', text: JSON.stringify(postmanCollection(api)) },
  ...brunoFiles(api),
  ...phpFiles(api),
  ...typescriptFiles(api),
  { path: 'clients/python/estate_client/actions.py', text: pythonActions(api) },
  ...(await deploymentFiles()),
];

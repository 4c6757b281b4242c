import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dashboards } from './dashboards.ts';
import { grafanaJson } from './dashboard.ts';
import { knownMetrics } from './known-metrics.ts';
import { withTable } from './metrics-table.ts';
import { prometheusRule, ruleGroups } from './rule-files.ts';

export interface GeneratedFile {
  path: string;
  text: string;
}

export const DOCUMENT = 'docs/monitoring.md';

/** What the sources say that these files must be, not formatted. */
export const generatedFiles = (root: string): GeneratedFile[] => [
  { path: DOCUMENT, text: withTable(readFileSync(join(root, DOCUMENT), 'utf8'), knownMetrics()) },
  { path: 'deploy/prometheus/prometheusrule.yaml', text: prometheusRule(ruleGroups(root)) },
  ...dashboards.map((dashboard) => ({
    path: `deploy/grafana/dashboards/${dashboard.uid}.json`,
    text: JSON.stringify(grafanaJson(dashboard)),
  })),
];

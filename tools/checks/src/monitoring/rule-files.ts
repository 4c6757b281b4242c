import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import type { Rule } from './series.ts';

const RULES = 'deploy/prometheus/rules';

/** The runbook address in the rules of this repository, which an installation replaces. */
export const RUNBOOK = 'https://docs.example.org/estate/monitoring.md';

interface Group {
  name: string;
  interval?: string;
  rules: Rule[];
}

/** The rule files below `root`, in the order in which Prometheus reads them. */
export const ruleGroups = (root: string): Group[] =>
  readdirSync(join(root, RULES))
    .sort()
    .flatMap((file) => (parse(readFileSync(join(root, RULES, file), 'utf8')) as { groups: Group[] }).groups);

/** The same rules as a resource of the Prometheus operator. */
export const prometheusRule = (groups: readonly Group[]): string =>
  `# Generated from rules/*.yml by \`npx nx derive\`; do not edit.\n${stringify(
    {
      apiVersion: 'monitoring.coreos.com/v1',
      kind: 'PrometheusRule',
      metadata: { name: 'estate', labels: { 'app.kubernetes.io/part-of': 'estate' } },
      spec: { groups },
    },
    { lineWidth: 0 },
  )}`;

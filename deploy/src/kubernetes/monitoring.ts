import type { IServiceMonitor } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1';
import { parse, parseAllDocuments } from 'yaml';
import type { Deployed } from '../derived/deployed.ts';
import type { Named } from './parts.ts';
import type { Values } from './values.ts';
import { withinNamespace } from './within-namespace.ts';

const RUNBOOK = 'https://docs.example.org/estate/monitoring.md';
const NAMESPACE = 'namespace="estate"';

/** A monitor for the pods behind a Service, found by its labels. */
const monitor = (app: string, port: string, { monitoring }: Values): IServiceMonitor => ({
  apiVersion: 'monitoring.coreos.com/v1',
  kind: 'ServiceMonitor',
  metadata: { name: app, labels: monitoring.labels },
  spec: {
    // Rules identify programs by this name.
    jobLabel: 'app',
    selector: { matchLabels: { app } },
    endpoints: [{ port, path: '/metrics', interval: '15s' }],
  },
});

export const serviceMonitors = (all: readonly Deployed[], values: Values): IServiceMonitor[] => [
  ...all.map(({ manifest: { name } }) => monitor(name, 'internal', values)),
  ...(values.broker.external ? [] : [monitor('nats', 'metrics', values)]),
  ...(values.database.external ? [] : [monitor('mongodb', 'metrics', values)]),
];

interface Rule {
  record?: string;
  expr: string;
  labels?: Record<string, string>;
}
interface Rules {
  metadata: { labels: Record<string, string> };
  spec: { groups: { rules: Rule[] }[] };
}

/** The rules with the labels and the runbook address of an installation, restricted to its namespace. */
export function rulesOf(prometheusRule: string, { monitoring, namespace }: Values): Named {
  const text = prometheusRule
    .replaceAll(RUNBOOK, monitoring.runbookUrl)
    .replaceAll(NAMESPACE, `namespace="${namespace}"`);
  const { metadata, spec, ...rule } = parse(text) as Named & Rules;
  const narrowed = ({ expr, labels, ...one }: Rule): Rule => ({
    ...one,
    expr: withinNamespace(expr, namespace),
    // Other rules and the dashboards read recorded series and firing alerts.
    labels: { ...labels, namespace },
  });
  const groups = spec.groups.map((group) => ({ ...group, rules: group.rules.map(narrowed) }));
  const labels = { ...metadata.labels, ...monitoring.labels };
  return { ...rule, metadata: { ...metadata, labels }, spec: { ...spec, groups } } as Named;
}

/** The documents in a YAML file. */
export const documentsIn = (text: string): Named[] =>
  parseAllDocuments(text).map((document) => document.toJS() as Named);

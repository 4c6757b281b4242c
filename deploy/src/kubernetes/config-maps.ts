import { readFileSync, readdirSync } from 'node:fs';
import { membersOf } from './mongodb.ts';
import { recommendedLabels } from './pods.ts';
import { everyService, settings } from './service-environment.ts';
import { withinNamespace } from './within-namespace.ts';
import type { Values } from './values.ts';

const SET_UP = 'mongodb/set-up.js';
const DASHBOARDS = 'deploy/grafana/dashboards';

/** A ConfigMap, with variables or with files by their paths. */
export interface ConfigMapSource {
  name: string;
  literals?: Readonly<Record<string, string>>;
  files?: ReadonlyMap<string, string>;
  labels: Readonly<Record<string, string>>;
  /** True if its name ends with a hash of its content, so that a change replaces the pods that read it. */
  isHashed: boolean;
}

const hashed = (program: string) => ({ labels: recommendedLabels(program), isHashed: true });

/** All ConfigMaps of pods, and the dashboards. */
export const configMaps = (values: Values): ConfigMapSource[] => [
  { name: 'every-service', literals: everyService(values), ...hashed('every-service') },
  { name: 'settings', literals: settings(values), ...hashed('settings') },
  ...(values.database.external ? [] : ofDatabase(values)),
  ...(values.broker.external ? [] : [{ name: 'nats-files', files: brokerFiles(values), ...hashed('nats') }]),
  ...(values.monitoring.enabled ? dashboards(values) : []),
];

const ofDatabase = (values: Values): ConfigMapSource[] => [
  { name: 'mongodb-members', literals: { MONGODB_MEMBERS: membersOf(values) }, ...hashed('mongodb') },
  {
    name: 'mongodb-files',
    files: new Map([[SET_UP, readFileSync(`deploy/${SET_UP}`, 'utf8')]]),
    ...hashed('mongodb'),
  },
];

function brokerFiles({ computed }: Values): ReadonlyMap<string, string> {
  const limit = `max_file_store: ${String(computed.storeBytes)}`;
  const names = ['cluster.conf', 'server.conf', 'users.conf'];
  return new Map(
    names.map((name) => [
      `nats/${name}`,
      readFileSync(`deploy/nats/${name}`, 'utf8').replace(/max_file_store: \S+/, limit),
    ]),
  );
}

/** The dashboards, which Grafana's sidecar finds by their labels; nothing refers to their names. */
const dashboards = ({ monitoring, namespace }: Values): ConfigMapSource[] =>
  readdirSync(DASHBOARDS)
    .sort()
    .map((name) => ({
      name: `dashboard-${name.replace(/\.json$/, '')}`,
      files: new Map([[`dashboards/${name}`, dashboardOf(name, namespace)]]),
      labels: { ...recommendedLabels('dashboards'), ...monitoring.dashboardLabels },
      isHashed: false,
    }));

interface Dashboard {
  uid: string;
  title: string;
  panels: readonly { targets?: readonly { expr: string }[] }[];
}

/** A dashboard for a single installation; several of them can be in one Grafana. */
function dashboardOf(file: string, namespace: string): string {
  const { uid, title, panels, ...dashboard } = JSON.parse(
    readFileSync(`${DASHBOARDS}/${file}`, 'utf8'),
  ) as Dashboard;
  const narrowed = panels.map(({ targets, ...panel }) => ({
    ...panel,
    ...(targets && {
      targets: targets.map(({ expr, ...target }) => ({ ...target, expr: withinNamespace(expr, namespace) })),
    }),
  }));
  const named = { uid: uid.replace(/^estate/, namespace), title: `${title} (${namespace})` };
  return `${JSON.stringify({ ...named, ...dashboard, panels: narrowed }, null, 2)}\n`;
}

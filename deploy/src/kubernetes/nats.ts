import { MAINTENANCE, OPERATOR, SYSTEM, brokerPasswordName, serviceNames } from '@estate/manifests';
import type { IStatefulSet } from 'kubernetes-models/apps/v1';
import type { IContainer, IService } from 'kubernetes-models/v1';
import { budget } from './budget.ts';
import {
  claim,
  fromSecret,
  labelled,
  matching,
  peersOf,
  resourcesOf,
  restricted,
  secretOf,
  SMALL,
  spread,
} from './parts.ts';
import type { Named } from './parts.ts';
import { podTemplate, serviceAccount } from './pods.ts';
import type { Values } from './values.ts';

const APP = 'nats';
const USER_ID = 1000;
const RESOURCES = { cpu: '250m', memory: '512Mi', memoryLimit: '1Gi' };
export const NATS_METRICS_PORT = 7777;

/** The brokers, and their discovery. */
export const natsDocuments = (values: Values): Named[] => [
  serviceAccount(APP, values),
  statefulSet(values),
  peers(values),
  clients(),
  budget(APP),
];

const statefulSet = (values: Values): IStatefulSet => ({
  apiVersion: 'apps/v1',
  kind: 'StatefulSet',
  metadata: { name: APP, labels: labelled(APP) },
  spec: {
    serviceName: 'nats-peers',
    replicas: values.replicas.brokers,
    podManagementPolicy: 'Parallel',
    selector: matching(APP),
    template: podTemplate({ app: APP, userId: USER_ID }, values, {
      terminationGracePeriodSeconds: 60,
      topologySpreadConstraints: spread(APP, 'DoNotSchedule'),
      containers: [broker(values), ...(values.monitoring.enabled ? [exporter(values)] : [])],
      volumes: [
        { name: 'tmp', emptyDir: {} },
        { name: 'files', configMap: { name: 'nats-files' } },
      ],
    }),
    volumeClaimTemplates: [claim('data', values.computed.volumes.nats, values)],
  },
});

function broker(values: Values): IContainer {
  const { images, replicas, resources } = values;
  const isCluster = replicas.brokers > 1;
  const users = [...serviceNames, OPERATOR, MAINTENANCE, SYSTEM];
  const health = (question: string) => ({ path: `/healthz${question}`, port: 'monitor' });
  return {
    name: APP,
    image: images.nats,
    imagePullPolicy: images.pullPolicy,
    // A single broker is no cluster: it would wait for the others.
    command: ['nats-server', '--config', `/etc/nats/${isCluster ? 'cluster' : 'server'}.conf`],
    ports: [
      { name: 'client', containerPort: 4222 },
      { name: 'cluster', containerPort: 6222 },
      { name: 'monitor', containerPort: 8222 },
    ],
    env: [
      { name: 'NATS_SERVER_NAME', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
      ...fromSecret(secretOf(APP, values), [
        'NATS_ROUTE_PASSWORD',
        'NATS_ROUTES',
        ...users.map(brokerPasswordName),
      ]),
    ],
    startupProbe: { httpGet: health(''), periodSeconds: 5, failureThreshold: 60 },
    livenessProbe: { httpGet: health('?js-enabled-only=true'), periodSeconds: 15, timeoutSeconds: 5 },
    readinessProbe: { httpGet: health('?js-server-only=true'), periodSeconds: 5, timeoutSeconds: 5 },
    lifecycle: { preStop: { exec: { command: ['nats-server', '--signal', 'ldm=/tmp/nats.pid'] } } },
    resources: resourcesOf(resources.nats ?? RESOURCES),
    securityContext: restricted,
    volumeMounts: [
      { name: 'data', mountPath: '/data' },
      { name: 'tmp', mountPath: '/tmp' },
      { name: 'files', mountPath: '/etc/nats' },
    ],
  };
}

const exporter = ({ images }: Values): IContainer => ({
  name: 'exporter',
  image: images.natsExporter,
  imagePullPolicy: images.pullPolicy,
  args: [
    '-varz',
    '-jsz=all',
    '-use_internal_server_name',
    '-port',
    String(NATS_METRICS_PORT),
    'http://127.0.0.1:8222',
  ],
  ports: [{ name: 'metrics', containerPort: NATS_METRICS_PORT }],
  resources: resourcesOf(SMALL),
  securityContext: restricted,
});

const peers = ({ monitoring }: Values): IService =>
  peersOf(APP, [
    { name: 'client', port: 4222 },
    { name: 'cluster', port: 6222 },
    { name: 'monitor', port: 8222 },
    ...(monitoring.enabled ? [{ name: 'metrics', port: NATS_METRICS_PORT }] : []),
  ]);

const clients = (): IService => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: APP, labels: labelled('nats-clients') },
  spec: { selector: labelled(APP), ports: [{ name: 'client', port: 4222, targetPort: 'client' }] },
});

import { databasePasswordName, serviceNames } from '@estate/manifests';
import type { IStatefulSet } from 'kubernetes-models/apps/v1';
import type { IContainer, IService } from 'kubernetes-models/v1';
import { budget } from './budget.ts';
import { isMember } from './member-probe.ts';
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

const APP = 'mongodb';
const USER_ID = 999;
/** The default resources of a database. */
export const DATABASE_RESOURCES = { cpu: '500m', memory: '1Gi', memoryLimit: '3Gi' };
export const MONGODB_METRICS_PORT = 9216;

/** The replica set, and the discovery of its members. */
export const mongodbDocuments = (values: Values): Named[] => [
  serviceAccount(APP, values),
  statefulSet(values),
  peers(values),
  budget(APP),
];

/** The addresses of the members. */
export const membersOf = ({ replicas }: Values): string =>
  Array.from(
    { length: replicas.databases },
    (_, index) => `mongodb-${String(index)}.mongodb-peers:27017`,
  ).join(',');

const statefulSet = (values: Values): IStatefulSet => ({
  apiVersion: 'apps/v1',
  kind: 'StatefulSet',
  metadata: { name: APP, labels: labelled(APP) },
  spec: {
    serviceName: 'mongodb-peers',
    replicas: values.replicas.databases,
    podManagementPolicy: 'Parallel',
    selector: matching(APP),
    template: podTemplate({ app: APP, userId: USER_ID }, values, {
      terminationGracePeriodSeconds: 60,
      topologySpreadConstraints: spread(APP, 'DoNotSchedule'),
      initContainers: [keyFile(values)],
      containers: [database(values), setUp(values), ...(values.monitoring.enabled ? [exporter(values)] : [])],
      volumes: [
        { name: 'tmp', emptyDir: {} },
        { name: 'keyfile', emptyDir: { medium: 'Memory' } },
        {
          name: 'secret',
          secret: { secretName: secretOf(APP, values), items: [{ key: 'keyfile', path: 'keyfile' }] },
        },
        { name: 'files', configMap: { name: 'mongodb-files' } },
      ],
    }),
    volumeClaimTemplates: [claim('data', values.computed.volumes.mongodb, values)],
  },
});

/** Copies the key file: mongod refuses a file that others may read, and the files of a Secret are readable for their group. */
const keyFile = ({ images }: Values): IContainer => ({
  name: 'keyfile',
  image: images.mongodb,
  imagePullPolicy: images.pullPolicy,
  command: ['install', '--mode=400', '/secret/keyfile', '/keyfile/keyfile'],
  resources: resourcesOf(SMALL),
  securityContext: restricted,
  volumeMounts: [
    { name: 'secret', mountPath: '/secret' },
    { name: 'keyfile', mountPath: '/keyfile' },
  ],
});

const database = ({ images, resources, computed }: Values): IContainer => ({
  name: APP,
  image: images.mongodb,
  imagePullPolicy: images.pullPolicy,
  command: [
    ...['mongod', '--replSet', 'estate', '--keyFile', '/keyfile/keyfile'],
    ...['--bind_ip_all', '--dbpath', '/data'],
    // More would take the memory of the data, until the kernel kills the database.
    ...['--maxConns', String(computed.databaseConnections)],
  ],
  ports: [{ name: 'mongodb', containerPort: 27_017 }],
  startupProbe: { tcpSocket: { port: 'mongodb' }, periodSeconds: 5, failureThreshold: 60 },
  livenessProbe: { tcpSocket: { port: 'mongodb' }, periodSeconds: 15, timeoutSeconds: 5 },
  // An open port is not enough: a member that is behind or has no replica set is of no use.
  readinessProbe: { exec: { command: ['bash', '-c', isMember()] }, periodSeconds: 10, timeoutSeconds: 10 },
  resources: resourcesOf(resources.mongodb ?? DATABASE_RESOURCES),
  securityContext: restricted,
  volumeMounts: [
    { name: 'data', mountPath: '/data' },
    { name: 'tmp', mountPath: '/tmp' },
    { name: 'keyfile', mountPath: '/keyfile' },
  ],
});

const SET_UP =
  'trap exit TERM; ' +
  'case "$(hostname)" in *-0) until mongosh --quiet --nodb /etc/mongodb/set-up.js; do sleep 5; done;; esac; ' +
  'sleep infinity & wait';

/** Creates the replica set and its users, through the first member: before there is a user, this is only allowed from within its pod. */
const setUp = (values: Values): IContainer => ({
  name: 'set-up',
  image: values.images.mongodb,
  imagePullPolicy: values.images.pullPolicy,
  command: ['sh', '-c', SET_UP],
  env: [
    { name: 'HOME', value: '/tmp' },
    {
      name: 'MONGODB_MEMBERS',
      valueFrom: { configMapKeyRef: { name: 'mongodb-members', key: 'MONGODB_MEMBERS' } },
    },
    ...fromSecret(
      secretOf(APP, values),
      ['root', 'monitor', 'backup', ...serviceNames].map((user) => databasePasswordName(user)),
    ),
  ],
  resources: resourcesOf({ ...SMALL, memory: '128Mi', memoryLimit: '512Mi' }),
  securityContext: restricted,
  volumeMounts: [
    { name: 'tmp', mountPath: '/tmp' },
    { name: 'files', mountPath: '/etc/mongodb' },
  ],
});

const exporter = (values: Values): IContainer => ({
  name: 'exporter',
  image: values.images.mongodbExporter,
  imagePullPolicy: values.images.pullPolicy,
  args: ['--collector.diagnosticdata', `--web.listen-address=:${String(MONGODB_METRICS_PORT)}`],
  ports: [{ name: 'metrics', containerPort: MONGODB_METRICS_PORT }],
  env: [
    ...fromSecret(secretOf(APP, values), [databasePasswordName('monitor')]),
    {
      name: 'MONGODB_URI',
      value: `mongodb://monitor:$(${databasePasswordName('monitor')})@127.0.0.1:27017/admin?directConnection=true`,
    },
  ],
  resources: resourcesOf(SMALL),
  securityContext: restricted,
});

const peers = ({ monitoring }: Values): IService =>
  peersOf(APP, [
    { name: 'mongodb', port: 27_017 },
    ...(monitoring.enabled ? [{ name: 'metrics', port: MONGODB_METRICS_PORT }] : []),
  ]);

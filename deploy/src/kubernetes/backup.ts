import type { ICronJob } from 'kubernetes-models/batch/v1';
import type { INetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import type { IContainer, IPersistentVolumeClaim } from 'kubernetes-models/v1';
import { toStore } from './network-parts.ts';
import {
  AUTHORITIES_FILE,
  authoritiesOf,
  claim,
  fromSecret,
  labelled,
  matching,
  resourcesOf,
  restricted,
  secretOf,
} from './parts.ts';
import type { Named } from './parts.ts';
import { podTemplate, serviceAccount } from './pods.ts';
import type { Values } from './values.ts';

const APP = 'backup';
const USER_ID = 999;

/** Saves all databases as of one moment: with the oplog, the archive includes the changes while it runs. */
const commands = (keepDays: number): string =>
  [
    'set -eu',
    // Remains of a failed job; there is one job at a time.
    'rm -f /backup/*.part',
    'file=/backup/$(date -u +%Y%m%dT%H%M%SZ).gz',
    'mongodump --uri "$MONGODB_URI" --oplog --gzip --archive="$file.part"',
    'mv "$file.part" "$file"',
    `find /backup -name '*.gz' -mtime +${String(keepDays)} -delete`,
  ].join('\n');

/** Saves the databases to a volume, as a user that may read everything and write nothing. */
export const backupDocuments = (values: Values): Named[] => [
  volume(values),
  cronJob(values),
  // The users of an external database are managed by the operator.
  ...(values.database.external ? [] : [restore(values)]),
  policy(values),
  serviceAccount(APP, values),
];

const volume = (values: Values): IPersistentVolumeClaim => claim(APP, values.storage.backup, values);

/** Restores an archive, by default the newest. */
const RESTORE = [
  'set -eu',
  'file="/backup/${ARCHIVE:-$(ls /backup | grep "\\.gz$" | sort | tail -n 1)}"',
  'echo "restoring $file"',
  'mongorestore --uri "$RESTORE_URI" --drop --oplogReplay --gzip --archive="$file"',
].join('\n');
const ARCHIVE = { name: 'ARCHIVE', value: '' };

const volumeMounts = (values: Values): IContainer['volumeMounts'] => [
  { name: 'backup', mountPath: '/backup' },
  { name: 'tmp', mountPath: '/tmp' },
  ...authoritiesOf(values).map(({ mount }) => mount),
];

/** A container with the tools of the database. */
const withTools = (
  values: Values,
  { name, script, env }: { name: string; script: string; env: IContainer['env'] },
): IContainer => ({
  name,
  image: values.images.mongodb,
  imagePullPolicy: values.images.pullPolicy,
  command: ['sh', '-c', script],
  ...(env && { env }),
  resources: resourcesOf({ cpu: '100m', memory: '256Mi', memoryLimit: '1Gi' }),
  securityContext: restricted,
  volumeMounts: volumeMounts(values) ?? [],
});

type Store = NonNullable<Values['backup']['store']>;

/** A container for `rek archives`, with the bucket and its credentials. */
const withBucket = (
  values: Values,
  { address }: Store,
  { name, args, env = [] }: { name: string; args: string[]; env?: NonNullable<IContainer['env']> },
): IContainer => ({
  name,
  image: `${values.images.registry}/rek:${values.images.tag}`,
  imagePullPolicy: values.images.pullPolicy,
  args: ['bin/main.js', 'archives', ...args],
  env: [
    { name: 'BACKUP_STORE', value: address },
    // Without them, the credentials of the machine are used.
    ...fromSecret(secretOf(APP, values), ['BACKUP_STORE_ACCESS_KEY_ID', 'BACKUP_STORE_SECRET_ACCESS_KEY'], {
      optional: true,
    }),
    ...(authoritiesOf(values).length > 0 ? [{ name: 'NODE_EXTRA_CA_CERTS', value: AUTHORITIES_FILE }] : []),
    { name: 'REK_URL', value: 'http://api-gateway:8080' },
    ...env,
  ],
  resources: resourcesOf({ cpu: '100m', memory: '128Mi', memoryLimit: '512Mi' }),
  securityContext: restricted,
  volumeMounts: volumeMounts(values) ?? [],
});

interface Steps {
  /** Containers that run in order: each starts after the one before has succeeded. */
  first: IContainer[];
  last: IContainer;
}

/** A job, one at a time, on the volume of the archives. */
const jobTemplate = (values: Values, { first, last }: Steps): ICronJob['spec'] & object => ({
  schedule: values.backup.schedule,
  concurrencyPolicy: 'Forbid',
  successfulJobsHistoryLimit: 3,
  failedJobsHistoryLimit: 3,
  jobTemplate: {
    metadata: { labels: labelled(APP) },
    spec: {
      backoffLimit: 2,
      template: podTemplate({ app: APP, userId: USER_ID }, values, {
        restartPolicy: 'Never',
        ...(first.length > 0 && { initContainers: first }),
        containers: [last],
        volumes: [
          { name: 'backup', persistentVolumeClaim: { claimName: APP } },
          { name: 'tmp', emptyDir: {} },
          ...authoritiesOf(values).map(({ volume: one }) => one),
        ],
      }),
    },
  },
});

const cronJob = (values: Values): ICronJob => {
  const { store, keepDays } = values.backup;
  const env = fromSecret(secretOf(APP, values), ['MONGODB_URI']);
  const dump = withTools(values, { name: APP, script: commands(keepDays), env });
  const steps = store
    ? { first: [dump], last: withBucket(values, store, { name: 'send', args: ['send', '/backup'] }) }
    : { first: [], last: dump };
  return {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: { name: APP, labels: labelled(APP) },
    spec: jobTemplate(values, steps),
  };
};

/** A suspended job; an operator starts it by hand. */
const restore = (values: Values): ICronJob => {
  const { store } = values.backup;
  const env = [
    ...fromSecret(secretOf('mongodb', values), ['MONGODB_ROOT_PASSWORD']),
    {
      name: 'MONGODB_MEMBERS',
      valueFrom: { configMapKeyRef: { name: 'mongodb-members', key: 'MONGODB_MEMBERS' } },
    },
    {
      name: 'RESTORE_URI',
      value: 'mongodb://root:$(MONGODB_ROOT_PASSWORD)@$(MONGODB_MEMBERS)/?replicaSet=estate&authSource=admin',
    },
    ARCHIVE,
  ];
  const args = ['fetch', '$(ARCHIVE)', '--directory', '/backup'];
  const first = store ? [withBucket(values, store, { name: 'fetch', args, env: [ARCHIVE] })] : [];
  const last = withTools(values, { name: 'restore', script: RESTORE, env });
  return {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: { name: 'restore', labels: labelled(APP) },
    spec: { ...jobTemplate(values, { first, last }), suspend: true },
  };
};

/** Allows connections to the database and the bucket only. */
const policy = ({ backup: { store }, database }: Values): INetworkPolicy => ({
  apiVersion: 'networking.k8s.io/v1',
  kind: 'NetworkPolicy',
  metadata: { name: APP },
  spec: {
    podSelector: matching(APP),
    policyTypes: ['Ingress', 'Egress'],
    egress: [
      toStore('mongodb', 27_017, database.external),
      ...(store ? [toStore('mongodb', 27_017, store)] : []),
    ],
  },
});

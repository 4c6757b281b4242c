import type { ICronJob } from 'kubernetes-models/batch/v1';
import type { INetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import type { IPersistentVolumeClaim } from 'kubernetes-models/v1';
import { toStore } from './network-parts.ts';
import {
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

/** All databases as of one moment: with the oplog, the changes while it runs are part of the archive. */
const commands = (keepDays: number): string =>
  [
    'set -eu',
    // Of a job that failed; there is one at a time.
    'rm -f /backup/*.part',
    'file=/backup/$(date -u +%Y%m%dT%H%M%SZ).gz',
    'mongodump --uri "$MONGODB_URI" --oplog --gzip --archive="$file.part"',
    'mv "$file.part" "$file"',
    `find /backup -name '*.gz' -mtime +${String(keepDays)} -delete`,
  ].join('\n');

/** Saves the databases to a volume, under a user that may read everything and write nothing. */
export const backupDocuments = (values: Values): Named[] => [
  volume(values),
  cronJob(values),
  policy(values),
  serviceAccount(APP, values),
];

const volume = (values: Values): IPersistentVolumeClaim => claim(APP, values.storage.backup, values);

const cronJob = (values: Values): ICronJob => ({
  apiVersion: 'batch/v1',
  kind: 'CronJob',
  metadata: { name: APP, labels: labelled(APP) },
  spec: {
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
          containers: [
            {
              name: APP,
              image: values.images.mongodb,
              imagePullPolicy: values.images.pullPolicy,
              command: ['sh', '-c', commands(values.backup.keepDays)],
              env: fromSecret(secretOf(APP, values), ['MONGODB_URI']),
              resources: resourcesOf({ cpu: '100m', memory: '256Mi', memoryLimit: '1Gi' }),
              securityContext: restricted,
              volumeMounts: [
                { name: 'backup', mountPath: '/backup' },
                { name: 'tmp', mountPath: '/tmp' },
                ...authoritiesOf(values).map(({ mount }) => mount),
              ],
            },
          ],
          volumes: [
            { name: 'backup', persistentVolumeClaim: { claimName: APP } },
            { name: 'tmp', emptyDir: {} },
            ...authoritiesOf(values).map(({ volume }) => volume),
          ],
        }),
      },
    },
  },
});

/** To the database and nowhere else. */
const policy = ({ database }: Values): INetworkPolicy => ({
  apiVersion: 'networking.k8s.io/v1',
  kind: 'NetworkPolicy',
  metadata: { name: APP },
  spec: {
    podSelector: matching(APP),
    policyTypes: ['Ingress', 'Egress'],
    egress: [toStore('mongodb', 27_017, database.external)],
  },
});

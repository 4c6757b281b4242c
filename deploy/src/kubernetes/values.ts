import { serviceNames } from '@estate/manifests';
import type { ServiceName } from '@estate/manifests';
import { z } from 'zod';
import { resourcesShape } from '../derived/facts.ts';
import { Pods, WORKLOADS, labels, text } from './pod-values.ts';
import type { WorkloadName } from './pod-values.ts';
import { ftp, gateway, host, ingress, mail } from './entrance-values.ts';
import { backupStore, broker, database } from './store-values.ts';

/** The first version whose `fallback` supports triggers of the metric type `Value`; `nats-jetstream` needs 2.8. */
export const LEAST_KEDA_VERSION = '2.18';

/** The variables of byte stores; the access keys are in Secrets. */
const BYTE_STORE = ['BYTE_STORE', 'BYTE_STORE_FROM', 'BYTE_STORE_ORIGINS'] as const;

/** A duration in milliseconds; the grace period of pods follows from it. */
export const MILLISECONDS = /^(0|[1-9]\d{0,6})$/;

const quantity = (description: string) =>
  z
    .string()
    .regex(/^\d+(Mi|Gi|Ti)$/)
    .describe(`${description}, for example 20Gi.`);
const count = (description: string) => z.int().min(1).max(100).describe(description);

const images = z.strictObject({
  registry: text('Prefix of the image names of the services: REGISTRY/catalog.'),
  tag: text('Version of the images of the services.'),
  tags: z
    .partialRecord(z.enum(serviceNames), z.string().min(1))
    .default({})
    .describe('Other versions of single services, by name.'),
  digests: z
    .partialRecord(z.enum(serviceNames), z.string().regex(/^sha256:[0-9a-f]{64}$/))
    .default({})
    .describe('Digests of the images of single services, by name. Nodes then pull these images only.'),
  pullPolicy: z
    .enum(['IfNotPresent', 'Always', 'Never'])
    .default('IfNotPresent')
    .describe('Image pull policy.'),
  pullSecrets: z.array(z.string().min(1)).default([]).describe('Secrets with the credentials of registries.'),
  nats: text('Image of the broker.').default('nats:2.11.4-alpine'),
  mongodb: text('Image of the database; it must contain bash, mongosh and mongodump.').default('mongo:8.0'),
  natsExporter: text('Image of prometheus-nats-exporter.').default('natsio/prometheus-nats-exporter:0.17.3'),
  mongodbExporter: text('Image of mongodb_exporter.').default('percona/mongodb_exporter:0.44.0'),
});

const secretNames = WORKLOADS.map((workload) => `${workload}-secrets` as const);

// The chart begins with the first option, because it has the most documents.
const secrets = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('external').describe('The External Secrets Operator creates the Secrets.'),
    store: z.strictObject({
      name: text('Name of the secret store.'),
      kind: z
        .enum(['ClusterSecretStore', 'SecretStore'])
        .default('ClusterSecretStore')
        .describe('Kind of the resource.'),
    }),
    prefix: text(
      'Prefix of the keys in the store: PREFIX/catalog-secrets. Each key has all values of its Secret.',
    ),
    refreshInterval: z.string().default('1h').describe('How often the store is read.'),
  }),
  z.strictObject({
    kind: z.literal('plain').describe('You apply the Secrets yourself: make-secrets.ts --kubernetes.'),
  }),
  z.strictObject({
    kind: z.literal('sealed').describe('Sealed Secrets creates the Secrets.'),
    files: z
      .array(z.string().min(1))
      .min(1)
      .describe('Files with the SealedSecrets from kubeseal, relative to the values file.'),
  }),
]);

const monitoring = z.strictObject({
  enabled: z
    .boolean()
    .describe('Creates ServiceMonitors, rules and dashboards. Requires the Prometheus Operator.'),
  namespace: text('Namespace of Prometheus and of the trace collector.').default('monitoring'),
  labels: labels('Labels by which your Prometheus selects ServiceMonitors and rules, for example release.'),
  dashboardLabels: labels('Labels by which Grafana finds ConfigMaps with dashboards.'),
  prometheusUrl: z
    .url()
    .default('http://prometheus-operated.monitoring.svc.cluster.local:9090')
    .describe('Address of Prometheus for KEDA.'),
  runbookUrl: z.url().describe('Address of docs/monitoring.md for your team. Alerts link to it.'),
});

const backup = z.strictObject({
  enabled: z.boolean().describe('Creates a CronJob that backs up the databases.'),
  schedule: text('Schedule of the backup, in the format of cron.').default('15 2 * * *'),
  keepDays: count('Number of days for which archives are kept on the volume.').default(14),
  store: backupStore
    .optional()
    .describe('A bucket in another place, to which each archive is sent. Requires the image rek.'),
});

/** The values of an installation in a cluster; see deploy/values. */
export const Values = z
  .strictObject({
    namespace: text('Namespace of all documents.').default('estate'),
    images,
    hosts: z.strictObject({
      publicUrl: z.url({ protocol: /^https?$/ }).describe('Address of the API for customers.'),
      inbox: host('Domain to which platforms send inquiries.'),
      smtpFrom: text('Sender of emails to accounts.'),
      trustedProxies: z
        .string()
        .default('')
        .describe('Networks of the ingress controller. Its X-Forwarded-For headers are trusted.'),
    }),
    ingress: ingress.optional().describe('Ingress for the API. Without it, the API has a Service only.'),
    gateway: gateway
      .optional()
      .describe(
        'HTTPRoute of the Gateway API for the API, beside or instead of the Ingress. The Gateway has the certificate.',
      ),
    mail,
    ftp,
    database,
    broker,
    pods: Pods.prefault({}).describe('Where all pods run, and their labels.'),
    workloads: z
      .partialRecord(z.enum(WORKLOADS), Pods)
      .default({})
      .describe('The same for single workloads. A field that is set there replaces that of `pods`.'),
    replicas: z.strictObject({
      brokers: z
        .union([z.literal(1), z.literal(3), z.literal(5)])
        .describe('Number of brokers, and of copies of each stream.'),
      databases: z
        .union([z.literal(1), z.literal(3), z.literal(5)])
        .describe('Number of members of the replica set.'),
      services: z
        .strictObject({ min: count('Minimum.'), max: count('Maximum.') })
        .describe('Replicas of each service.'),
    }),
    resources: z
      .partialRecord(z.enum([...serviceNames, 'nats', 'mongodb']), resourcesShape)
      .default({})
      .describe('Resources of a service, of the broker or of the database that differ from the defaults.'),
    load: z
      .strictObject({
        properties: z.int().min(0).max(100_000_000).describe('Number of properties of all accounts.'),
        publicationsPerHour: z
          .int()
          .min(0)
          .max(10_000_000)
          .describe('Number of publications in the busiest hour of a day.'),
      })
      .optional()
      .describe(
        'What the installation has to carry. Sizes of streams, and of the volumes of broker and database, follow from it; that of the backups and the memory do not.',
      ),
    storage: z.strictObject({
      className: text('Storage class of all volumes.').optional(),
      nats: quantity('Volume of each broker; by default from `load`').optional(),
      mongodb: quantity('Volume of each member of the database; by default from `load`').optional(),
      backup: quantity('Volume of the backups').default('100Gi'),
      temporary: z
        .partialRecord(z.enum(serviceNames), quantity('Size of the directory /tmp'))
        .default({})
        .describe(
          'Sizes of the directory /tmp of single services that differ from the defaults. Larger imports need more space in the importer: see docs/operations.md.',
        ),
      bytes: z
        .partialRecord(z.enum(BYTE_STORE), z.string())
        .default({})
        .describe('Variables of the byte store, for the services that use it.'),
    }),
    secrets,
    secretNames: z
      .partialRecord(z.enum(secretNames), z.string().min(1))
      .default({})
      .describe('Names of Secrets that you have already, by the names in docs/deployment.md.'),
    settings: z
      .partialRecord(
        z.enum(serviceNames),
        z.record(z.string(), z.string()).refine(({ SHUTDOWN_GRACE_MS: ms = '0' }) => MILLISECONDS.test(ms), {
          path: ['SHUTDOWN_GRACE_MS'],
          error: 'must be a number of milliseconds',
        }),
      )
      .default({})
      .describe('Further variables of single services. See docs/configuration.md.'),
    secretSettings: z
      .partialRecord(
        z.enum(serviceNames),
        z.record(
          z.string(),
          z.strictObject({ secret: text('Name of the Secret.'), key: text('Key in the Secret.') }),
        ),
      )
      .default({})
      .describe('Further variables of single services, from keys of your own Secrets.'),
    scaling: z.strictObject({
      keda: z
        .boolean()
        .describe(
          `Scales services by waiting work. Requires KEDA ${LEAST_KEDA_VERSION} or newer. If false, they have replicas.services.min replicas.`,
        ),
      namespace: text('Namespace of KEDA.').default('keda'),
    }),
    network: z.strictObject({
      authorities: text(
        'Secret with the certificates of your own authorities in the key ca.crt (PEM). Services and the backup trust them beside the public ones, for your database, your broker and your byte store; their file is /authorities/ca.crt.',
      ).optional(),
      dnsAddresses: z
        .array(z.union([z.cidrv4(), z.cidrv6()]))
        .default([])
        .describe(
          'Networks of DNS servers outside of kube-dns, for example 169.254.20.10/32 for NodeLocal DNSCache.',
        ),
    }),
    monitoring,
    backup,
  })
  .refine(({ load, storage }) => load ?? storage.nats, {
    path: ['storage', 'nats'],
    error: 'is required without load',
  })
  .refine(({ load, storage, database: { external } }) => load ?? storage.mongodb ?? external, {
    path: ['storage', 'mongodb'],
    error: 'is required without load',
  })
  // Shown in the JSON Schema.
  .meta({
    allOf: [
      { anyOf: [{ required: ['load'] }, { properties: { storage: { required: ['nats'] } } }] },
      {
        anyOf: [
          { required: ['load'] },
          { properties: { storage: { required: ['mongodb'] } } },
          { required: ['database'], properties: { database: { required: ['external'] } } },
        ],
      },
    ],
  })
  .describe('Values of an installation in a cluster.');
/** Values from a file, with their defaults. */
export type Installed = z.output<typeof Values>;
export type Values = Installed & { computed: Computed };

/** Values that are computed from others. The chart computes the same in the template language. */
export interface Computed {
  /** The host name of the API. */
  apiHost: string;
  /** The sizes of volumes: from the values, or from the load. */
  volumes: { nats: string; mongodb: string };
  /** The maximum size of a broker's streams; the rest of its volume is for its other files and the file system. */
  storeBytes: number;
  /** The maximum number of connections of a database member: each can take 1 MB, and all together half of its memory. */
  databaseConnections: number;
  /** The number of replicas while KEDA cannot determine the backlog. */
  fallbackReplicas: number;
  /** The time after which a stopping pod of a service is killed. */
  graceSeconds: Readonly<Record<ServiceName, number>>;
  /** The settings of each workload's pods; by default those of all pods. */
  pods: Readonly<Record<WorkloadName, Installed['pods']>>;
}

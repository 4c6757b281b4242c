import type { INetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { MONGODB_METRICS_PORT } from './mongodb.ts';
import { NATS_METRICS_PORT } from './nats.ts';
import { OF_SOLVERS, SOLVER_PORT, inNamespace, ofServices, podsOf, tcp, toStore } from './network-parts.ts';
import { matching } from './parts.ts';
import type { Values } from './values.ts';

const policy = (name: string, spec: NonNullable<INetworkPolicy['spec']>): INetworkPolicy => ({
  apiVersion: 'networking.k8s.io/v1',
  kind: 'NetworkPolicy',
  metadata: { name },
  spec,
});

/** Denies everything except what these policies and those of the services allow. */
export const networkPolicies = (values: Values): INetworkPolicy[] => [
  policy('nothing', { podSelector: {}, policyTypes: ['Ingress', 'Egress'] }),
  names(values),
  policy('services-to-stores', {
    ...ofServices,
    policyTypes: ['Egress'],
    egress: [
      toStore('nats', 4222, values.broker.external),
      toStore('mongodb', 27_017, values.database.external),
    ],
  }),
  ...(values.broker.external ? [] : [nats(values)]),
  ...(values.database.external ? [] : [mongodb(values)]),
  // An Ingress can request its certificate by an annotation, so no value tells whether there are such pods.
  policy('certificates', {
    podSelector: { matchLabels: OF_SOLVERS },
    policyTypes: ['Ingress'],
    ingress: [{ ports: tcp({ port: SOLVER_PORT }) }],
  }),
  // For OTEL_EXPORTER_OTLP_ENDPOINT with a collector in the namespace of the monitoring.
  policy('traces', {
    ...ofServices,
    policyTypes: ['Egress'],
    egress: [{ to: [inNamespace(values.monitoring.namespace)], ports: tcp({ port: 4318 }) }],
  }),
];

const names = ({ network }: Values): INetworkPolicy =>
  policy('names', {
    podSelector: {},
    policyTypes: ['Egress'],
    egress: [
      {
        to: [
          { ...inNamespace('kube-system'), podSelector: { matchLabels: { 'k8s-app': 'kube-dns' } } },
          ...network.dnsAddresses.map((cidr) => ({ ipBlock: { cidr } })),
        ],
        ports: [{ protocol: 'UDP', port: 53 }, ...tcp({ port: 53 })],
      },
    ],
  });

/** Lets Prometheus reach an exporter. */
const metrics = (port: number, namespace: string) => ({
  from: [inNamespace(namespace)],
  ports: tcp({ port }),
});

const nats = ({ monitoring, scaling }: Values): INetworkPolicy =>
  policy('nats', {
    podSelector: matching('nats'),
    policyTypes: ['Ingress', 'Egress'],
    ingress: [
      { from: [ofServices], ports: tcp({ port: 4222 }) },
      { from: [podsOf('nats')], ports: tcp({ port: 6222 }) },
      { from: [inNamespace(scaling.namespace)], ports: tcp({ port: 8222 }) },
      ...(monitoring.enabled ? [metrics(NATS_METRICS_PORT, monitoring.namespace)] : []),
    ],
    egress: [{ to: [podsOf('nats')], ports: tcp({ port: 6222 }) }],
  });

const mongodb = ({ monitoring, backup }: Values): INetworkPolicy =>
  policy('mongodb', {
    podSelector: matching('mongodb'),
    policyTypes: ['Ingress', 'Egress'],
    ingress: [
      {
        from: [ofServices, podsOf('mongodb'), ...(backup.enabled ? [podsOf('backup')] : [])],
        ports: tcp({ port: 27_017 }),
      },
      ...(monitoring.enabled ? [metrics(MONGODB_METRICS_PORT, monitoring.namespace)] : []),
    ],
    egress: [{ to: [podsOf('mongodb')], ports: tcp({ port: 27_017 }) }],
  });

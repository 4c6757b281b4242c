import type { INetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import type { Deployed } from '../derived/deployed.ts';
import { PASSIVE_PORTS, calledBy } from '../derived/environment.ts';
import { PUBLIC_BLOCKS } from '../network-problems.ts';
import { inNamespace, podsOf, tcp } from './network-parts.ts';
import { matching } from './parts.ts';
import { rolesOf } from './roles.ts';
import type { Role } from './roles.ts';
import type { Values } from './values.ts';

type Spec = NonNullable<INetworkPolicy['spec']>;
type Ingress = NonNullable<Spec['ingress']>;
type Egress = NonNullable<Spec['egress']>;

/** The policy of a service, in addition to those that all services share. */
export function servicePolicy(
  { app, service }: Role,
  all: readonly Deployed[],
  values: Values,
): INetworkPolicy {
  const egress = egressOf(service);
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: { name: app },
    spec: {
      podSelector: matching(app),
      policyTypes: ['Ingress', 'Egress'],
      ingress: ingressOf(service, all, values),
      ...(egress.length > 0 && { egress }),
    },
  };
}

/** Allows Prometheus and callers of the internal port; the public, the SMTP and the FTP ports are open to all. */
function ingressOf({ manifest }: Deployed, all: readonly Deployed[], { monitoring }: Values): Ingress {
  const { internal, http, smtp, ftp } = manifest.ports;
  const data = { port: PASSIVE_PORTS.first, endPort: PASSIVE_PORTS.last };
  const callers = all
    .filter((one) => calledBy(one).some(({ name }) => name === manifest.name))
    .flatMap(rolesOf);
  return [
    {
      from: [inNamespace(monitoring.namespace), ...callers.map(({ app }) => podsOf(app))],
      ports: tcp({ port: internal }),
    },
    ...[http, smtp, ftp].flatMap((port) => (port === undefined ? [] : [{ ports: tcp({ port }) }])),
    ...(ftp === undefined ? [] : [{ ports: tcp(data) }]),
  ];
}

/** Allows the internal ports that it calls, and public networks. */
const egressOf = (service: Deployed): Egress => [
  ...calledBy(service).map(({ name, ports }) => ({
    to: [podsOf(name)],
    ports: tcp({ port: ports.internal }),
  })),
  ...(service.facts.egressPorts.length > 0
    ? [{ to: PUBLIC_BLOCKS.map((ipBlock) => ({ ipBlock })), ports: tcp(...service.facts.egressPorts) }]
    : []),
];

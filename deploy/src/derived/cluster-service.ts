import { consumersOf } from '@estate/manifests';
import { streamOf } from '@estate/messaging';
import { PUBLIC_BLOCKS } from '../network-problems.ts';
import type { Deployed } from './deployed.ts';
import { calledBy, clusterEnvironment } from './environment.ts';
import { filled } from './template.ts';

/** The documents of a service in a cluster. */
export function clusterService(service: Deployed, all: readonly Deployed[]): object[] {
  const { manifest, facts } = service;
  const { name } = manifest;
  const { http, internal } = manifest.ports;
  const volumes = { tmp: facts.temporarySize, ...(facts.cache && { cache: facts.cache.size }) };
  const servicePorts = { internal, ...(http !== undefined && { http }) };
  const documents = filled('service', {
    NAME: name,
    CPU: facts.cpu,
    MEMORY: facts.memory,
    MEMORY_LIMIT: facts.memoryLimit,
    CONTAINER_PORTS: Object.entries(manifest.ports).map(([port, containerPort]) => ({
      name: port,
      containerPort,
    })),
    SERVICE_PORTS: Object.entries(servicePorts).map(([port, number]) => ({
      name: port,
      port: number,
      targetPort: port,
    })),
    ENV: clusterEnvironment(service),
    VOLUME_MOUNTS: Object.keys(volumes).map((volume) => ({ name: volume, mountPath: `/${volume}` })),
    VOLUMES: Object.entries(volumes).map(([volume, sizeLimit]) => ({
      name: volume,
      emptyDir: { sizeLimit },
    })),
    INGRESS: ingressOf(service, all),
    EGRESS: egressOf(service),
  });
  return [...documents, ...(isScaledByCpu(service) ? filled('autoscaler', { NAME: name }) : [])];
}

/** Whoever has consumers is scaled by what waits for them. */
export const isScaledByCpu = ({ manifest }: Deployed): boolean => consumersOf(manifest).length === 0;

const podsOf = (app: string) => ({ podSelector: { matchLabels: { app } } });
const MONITORING = {
  namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } },
};
const tcp = (...ports: readonly { port: number; endPort?: number }[]) =>
  ports.map((port) => ({ protocol: 'TCP', ...port }));

/** Prometheus and callers of the internal port; the public and the SMTP port are open to all. */
function ingressOf({ manifest }: Deployed, all: readonly Deployed[]): object[] {
  const { internal, http, smtp } = manifest.ports;
  const callers = all.filter((one) => calledBy(one).includes(manifest));
  return [
    {
      from: [MONITORING, ...callers.map((one) => podsOf(one.manifest.name))],
      ports: tcp({ port: internal }),
    },
    ...[http, smtp].flatMap((port) => (port === undefined ? [] : [{ ports: tcp({ port }) }])),
  ];
}

/** The internal ports that it calls, and public networks. */
function egressOf(service: Deployed): object[] | undefined {
  const blocks = PUBLIC_BLOCKS.map((ipBlock) => ({ ipBlock }));
  const rules = [
    ...calledBy(service).map(({ name, ports }) => ({
      to: [podsOf(name)],
      ports: tcp({ port: ports.internal }),
    })),
    ...(service.manifest.egress ? [{ to: blocks, ports: tcp(...service.facts.egressPorts) }] : []),
  ];
  return rules.length > 0 ? rules : undefined;
}

/** What KEDA scales a service by: the lag of each of its consumers, and the age of its oldest due work. */
export function scaledObject({ manifest, facts }: Deployed): object[] {
  const { name, database } = manifest;
  const query =
    facts.oldestDue ?? (database.queue ? `max(work_oldest_due_seconds{service="${name}"})` : undefined);
  const lags = consumersOf(manifest).flatMap((consumer) =>
    filled('lag-trigger', { STREAM: streamOf(consumer.filter), CONSUMER: consumer.name }),
  );
  const ages = query === undefined ? [] : filled('age-trigger', { QUERY: JSON.stringify(query) });
  return filled('scaled-object', { NAME: name, TRIGGERS: [...lags, ...ages] });
}

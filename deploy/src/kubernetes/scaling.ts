import { ACCOUNT, consumersOf } from '@estate/manifests';
import { streamOf } from '@estate/messaging';
import type { IScaledObject } from '@kubernetes-models/keda/keda.sh/v1alpha1';
import type { Deployed } from '../derived/deployed.ts';
import type { Values } from './values.ts';
import { withinNamespace } from './within-namespace.ts';

/** True for services without consumers; all others are scaled by their backlog. */
export const isScaledByCpu = ({ manifest }: Deployed): boolean => consumersOf(manifest).length === 0;

/** Scales a service with KEDA: by the lag of each of its consumers, and the age of its oldest due work. */
export function scaledObject({ manifest, facts }: Deployed, values: Values): IScaledObject {
  const { name, database } = manifest;
  const due =
    facts.oldestDue ?? (database.queue ? `max(work_oldest_due_seconds{service="${name}"})` : undefined);
  return {
    apiVersion: 'keda.sh/v1alpha1',
    kind: 'ScaledObject',
    metadata: { name },
    spec: {
      scaleTargetRef: { name },
      minReplicaCount: values.replicas.services.min,
      maxReplicaCount: values.replicas.services.max,
      pollingInterval: 10,
      cooldownPeriod: 300,
      fallback: { failureThreshold: 3, replicas: values.computed.fallbackReplicas },
      triggers: [
        ...consumersOf(manifest).map((consumer) =>
          values.broker.external ? queueTrigger(consumer, values) : lagTrigger(consumer, values),
        ),
        ...(due === undefined ? [] : [ageTrigger(due, values)]),
      ],
    },
  };
}

/** Scales by the messages that wait for a consumer. */
const lagTrigger = (consumer: { name: string; filter: string }, { namespace }: Values) => ({
  type: 'nats-jetstream',
  metadata: {
    natsServerMonitoringEndpoint: `nats-peers.${namespace}.svc.cluster.local:8222`,
    account: ACCOUNT,
    stream: streamOf(consumer.filter),
    consumer: consumer.name,
    lagThreshold: '200',
    activationLagThreshold: '10',
  },
});

/** Scales by the age of the oldest message of a consumer, as its service exports it: KEDA cannot see an external broker. */
const queueTrigger = ({ name }: { name: string }, values: Values) =>
  ageTrigger(`max(consumer_oldest_message_seconds{consumer="${name}"})`, values);

/** Scales by PromQL for the seconds that the oldest item has waited. */
const ageTrigger = (query: string, { monitoring, namespace }: Values) => ({
  type: 'prometheus',
  metricType: 'Value' as const,
  metadata: {
    serverAddress: monitoring.prometheusUrl,
    query: withinNamespace(query, namespace),
    threshold: '30',
    activationThreshold: '5',
  },
});

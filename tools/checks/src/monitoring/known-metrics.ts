import type { MetricDefinition, ServiceManifest } from '@estate/contracts';
import { HTTP_METRICS } from '@estate/http';
import { manifests } from '@estate/manifests';
import { ANSWER_METRICS, ASK_METRICS, CONSUMER_METRICS } from '@estate/messaging';
import { createMetrics } from '@estate/observability';
import { AUDIT_METRICS, OUTBOX_METRICS, QUEUE_METRICS } from '@estate/persistence';
import { RUNTIME_METRICS } from '@estate/runtime';

/** A metric with the services that export it. */
export interface KnownMetric extends MetricDefinition {
  services: readonly string[];
}

/** The metrics of a service: its own, and those of the libraries that its manifest requires. */
const metricsOf = ({
  answers,
  tells,
  handles,
  database,
  ports,
  metrics,
}: ServiceManifest): MetricDefinition[] =>
  [
    metrics,
    RUNTIME_METRICS,
    ASK_METRICS,
    AUDIT_METRICS,
    ports.http === undefined ? {} : HTTP_METRICS,
    answers.length === 0 ? {} : ANSWER_METRICS,
    Object.keys(handles).length === 0 ? {} : CONSUMER_METRICS,
    tells.some(({ kind }) => kind !== 'wake') ? OUTBOX_METRICS : {},
    database.queue ? QUEUE_METRICS : {},
  ].flatMap((group): MetricDefinition[] => Object.values(group));

/** Every metric that services and libraries declare, by name. */
export function knownMetrics(): KnownMetric[] {
  const known = new Map<string, KnownMetric>();
  for (const manifest of manifests) {
    for (const metric of metricsOf(manifest)) {
      const services = [...(known.get(metric.name)?.services ?? []), manifest.name];
      known.set(metric.name, { ...metric, services });
    }
  }
  return [...known.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The metrics that Node and the client library export for every process. */
export const processMetrics = (): { name: string; type: string; labels: readonly string[] }[] =>
  createMetrics('any')
    .registry.getMetricsAsArray()
    .map((metric) => {
      const {
        name,
        type,
        labelNames = [],
      } = metric as unknown as {
        name: string;
        type: string;
        labelNames?: string[];
      };
      return { name, type, labels: labelNames };
    });

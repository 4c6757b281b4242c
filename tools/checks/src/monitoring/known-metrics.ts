import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createMetrics } from '@estate/observability';
import { declaredIn } from './declared-metrics.ts';
import type { DeclaredMetric } from './declared-metrics.ts';

export const SERVICES = ['api-gateway', 'catalog', 'distribution', 'inbox', 'notifier'] as const;
const OWNERS = ['catalog', 'distribution', 'inbox', 'notifier'] as const;

/** Who exports what the libraries declare; a test compares it with what the running services show. */
const SHARED: Readonly<Record<string, readonly string[]>> = {
  'libs/http/src/exchange.ts': ['api-gateway'],
  'libs/messaging/src/answer.ts': OWNERS,
  'libs/messaging/src/message-runner.ts': OWNERS,
  'libs/messaging/src/nats/nats-bus.ts': SERVICES,
  'libs/messaging/src/nats/queue-gauges.ts': OWNERS,
  'libs/persistence/src/auditor.ts': SERVICES,
  'libs/persistence/src/outbox-relay.ts': ['catalog', 'distribution', 'inbox'],
  'libs/persistence/src/show-oldest-due.ts': ['catalog', 'inbox'],
  'libs/runtime/src/internal-server.ts': SERVICES,
  'libs/runtime/src/start-service.ts': SERVICES,
};

const PRODUCT = /^[^/]+\/src\/.*\.ts$/;
const NOT_PRODUCT = /\.(test|suite|fixture)\.ts$/;

/** A metric with the services that export it. */
export interface KnownMetric extends DeclaredMetric {
  services: readonly string[];
}

/** Every metric that the sources below `root` declare, by name. */
export function knownMetrics(root: string): KnownMetric[] {
  return ['apps', 'libs']
    .flatMap((top) =>
      readdirSync(join(root, top), { recursive: true, encoding: 'utf8' })
        .filter((file) => PRODUCT.test(file) && !NOT_PRODUCT.test(file))
        .map((file) => `${top}/${file}`),
    )
    .flatMap((path) => declaredIn(path, readFileSync(join(root, path), 'utf8')))
    .map((metric) => ({ ...metric, services: servicesOf(metric.path) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function servicesOf(path: string): readonly string[] {
  const [top, name = ''] = path.split('/');
  const services = top === 'apps' ? [name] : SHARED[path];
  if (!services)
    throw new Error(`${path} declares a metric; say in known-metrics.ts which services export it`);
  return services;
}

/** What Node and the client library show of every process. */
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

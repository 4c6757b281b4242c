import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { MeasuredGauges } from './measured-gauges.ts';
import type { Measure, MeasuredGauge } from './measured-gauges.ts';

/** The metrics of one process. Names carry base units; labels never carry ids. */
export interface Metrics {
  readonly registry: Registry;
  counter(name: string, help: string, labels?: readonly string[]): Counter;
  /** In seconds, from a millisecond to a minute. */
  histogram(name: string, help: string, labels?: readonly string[]): Histogram;
  /** In seconds, from 50 ms to days. */
  slowHistogram(name: string, help: string, labels?: readonly string[]): Histogram;
  gauge(name: string, help: string, labels?: readonly string[]): Gauge;
  /**
   * A gauge that is measured whenever somebody looks; returns how to stop that. What cannot be measured in time is not
   * shown, rather than shown as it was before.
   */
  measured(gauge: MeasuredGauge, measure: Measure): () => void;
}

const SLOW_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300, 1800, 7200, 43_200, 216_000];
const SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** A registry of its own with the process's default metrics; asking twice for a name gives the same metric. */
export function createMetrics(service: string): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry });
  const once = <T>(name: string, make: () => T): T =>
    (registry.getSingleMetric(name) as T | undefined) ?? make();
  const base = (name: string, help: string, labels: readonly string[]) => ({
    name,
    help,
    labelNames: [...labels],
    registers: [registry],
  });
  const measuredGauges = new MeasuredGauges(registry);
  return {
    registry,
    measured: (gauge, measure) => measuredGauges.add(gauge, measure),
    counter: (name, help, labels = []) => once(name, () => new Counter(base(name, help, labels))),
    gauge: (name, help, labels = []) => once(name, () => new Gauge(base(name, help, labels))),
    histogram: (name, help, labels = []) =>
      once(name, () => new Histogram({ ...base(name, help, labels), buckets: SECONDS })),
    slowHistogram: (name, help, labels = []) =>
      once(name, () => new Histogram({ ...base(name, help, labels), buckets: SLOW_SECONDS })),
  };
}

import type { MetricDefinition } from '@estate/contracts';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { MeasuredGauges } from './measured-gauges.ts';
import type { Measure } from './measured-gauges.ts';

/** The metrics of one process. Names carry base units; labels never carry ids. */
export interface Metrics {
  readonly registry: Registry;
  counter(definition: MetricDefinition<'counter'>): Counter;
  /** A histogram in seconds. */
  histogram(definition: MetricDefinition<'histogram'>): Histogram;
  gauge(definition: MetricDefinition<'gauge'>): Gauge;
  /**
   * A gauge that is measured on each scrape; returns a function that removes it. If it cannot be measured in time, it is left out instead
   * of showing an old value.
   */
  measured(definition: MetricDefinition<'gauge'>, measure: Measure): () => void;
}

const BUCKETS = {
  seconds: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
  days: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300, 1800, 7200, 43_200, 216_000],
};

/** A separate registry with the default metrics of the process; the same definition returns the same metric. */
export function createMetrics(service: string): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry });
  const once = <T>(name: string, make: () => T): T =>
    (registry.getSingleMetric(name) as T | undefined) ?? make();
  const base = ({ name, help, labels }: MetricDefinition) => ({
    name,
    help,
    labelNames: [...labels],
    registers: [registry],
  });
  const measuredGauges = new MeasuredGauges(registry);
  return {
    registry,
    measured: (definition, measure) => measuredGauges.add(definition, measure),
    counter: (definition) => once(definition.name, () => new Counter(base(definition))),
    gauge: (definition) => once(definition.name, () => new Gauge(base(definition))),
    histogram: (definition) =>
      once(
        definition.name,
        () => new Histogram({ ...base(definition), buckets: BUCKETS[definition.buckets] }),
      ),
  };
}

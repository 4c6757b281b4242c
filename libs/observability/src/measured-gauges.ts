import type { MetricDefinition } from '@estate/contracts';
import { Gauge } from 'prom-client';
import type { Registry } from 'prom-client';

/** The time limit of a measurement, shorter than the timeout of any scraper. */
const PATIENCE_MS = 3000;

export interface Sample {
  labels: Record<string, string>;
  value: number;
}

export type Measure = () => Promise<readonly Sample[]> | readonly Sample[];

/** Gauges whose values are measured when they are exported. */
export class MeasuredGauges {
  readonly #registry: Registry;
  readonly #measures = new Map<string, Set<Measure>>();

  constructor(registry: Registry) {
    this.#registry = registry;
  }

  /** Adds a measurement; several may contribute parts of one gauge. */
  add(gauge: MetricDefinition<'gauge'>, measure: Measure): () => void {
    const measures = this.#measures.get(gauge.name) ?? this.#make(gauge);
    measures.add(measure);
    return () => measures.delete(measure);
  }

  #make({ name, help, labels }: MetricDefinition<'gauge'>): Set<Measure> {
    const measures = new Set<Measure>();
    this.#measures.set(name, measures);
    new Gauge({
      name,
      help,
      labelNames: [...labels],
      registers: [this.#registry],
      async collect() {
        const samples = (await Promise.all([...measures].map(inTime))).flat();
        this.reset();
        for (const sample of samples) this.set(sample.labels, sample.value);
      },
    });
    return measures;
  }
}

/** The samples, or none if the measurement fails or takes too long: one unavailable part must not hide all other metrics. */
function inTime(measure: Measure): Promise<readonly Sample[]> {
  const measured = async () => measure();
  const late = new Promise<readonly Sample[]>((resolve) => {
    setTimeout(resolve, PATIENCE_MS, []).unref();
  });
  return Promise.race([measured(), late]).catch(() => []);
}

export type MetricType = 'counter' | 'gauge' | 'histogram';

/** A metric. Its name contains the base unit; its labels never contain ids. */
export interface MetricParts {
  readonly type: MetricType;
  readonly help: string;
  readonly labels?: readonly string[];
  /** The buckets of a histogram: from a millisecond to a minute, or from 50 ms to days; the first by default. */
  readonly buckets?: 'seconds' | 'days';
}

declare const declared: unique symbol;

/** A metric that was declared with `defineMetrics`. */
export interface MetricDefinition<T extends MetricType = MetricType> {
  readonly name: string;
  readonly type: T;
  readonly help: string;
  readonly labels: readonly string[];
  readonly buckets: 'seconds' | 'days';
  readonly [declared]: true;
}

/** The metrics that a service or a library declares, by name. */
export type DefinedMetrics<P extends Readonly<Record<string, MetricParts>>> = {
  readonly [K in keyof P]: MetricDefinition<P[K]['type']>;
};

/** Declares metrics as data; only declared metrics can be recorded. */
export const defineMetrics = <const P extends Readonly<Record<string, MetricParts>>>(
  parts: P,
): DefinedMetrics<P> =>
  Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [name, { labels: [], buckets: 'seconds', ...part, name }]),
  ) as unknown as DefinedMetrics<P>;

import type { Logger } from './logger.ts';

export type SamplerName =
  | 'always_on'
  | 'always_off'
  | 'traceidratio'
  | 'parentbased_always_on'
  | 'parentbased_always_off'
  | 'parentbased_traceidratio';

export interface TracingOptions {
  /** Name of the service in traces. */
  service: string;
  /** Address of a collector that takes OTLP over HTTP, without `/v1/traces`; absent: nothing is recorded. */
  endpoint?: string | undefined;
  /** `name=value` pairs, separated by commas. */
  headers?: string | undefined;
  sampler: SamplerName;
  /** Share of the traces that the ratio samplers keep, 0 to 1. */
  ratio: number;
  log: Pick<Logger, 'info' | 'warn'>;
}

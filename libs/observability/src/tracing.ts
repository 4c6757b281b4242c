import type { Logger } from './logger.ts';
import type { SamplerName } from './otlp-recorder.ts';
import { recordWith } from './trace.ts';

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

export interface Tracing {
  /** Sends what is still held, waiting a few seconds at most, and records nothing more. */
  close(): Promise<void>;
}

/** Records this process's steps from now on. Without an endpoint nothing is loaded and nothing costs. */
export async function startTracing(options: TracingOptions): Promise<Tracing> {
  const { endpoint } = options;
  if (endpoint === undefined) return { close: () => Promise.resolve() };
  const { otlpRecorder } = await import('./otlp-recorder.ts');
  const recorder = otlpRecorder({ ...options, endpoint });
  recordWith(recorder);
  return {
    close: () => {
      recordWith(undefined);
      return recorder.close();
    },
  };
}

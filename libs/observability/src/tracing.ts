import type { TracingOptions } from './otlp-recorder.ts';
import { recordWith } from './trace.ts';

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

import type { TracingOptions } from './otlp-recorder.ts';
import { recordWith } from './trace.ts';

export interface Tracing {
  /** Sends the remaining spans, waiting a few seconds at most, and ends the recording. */
  close(): Promise<void>;
}

/** Starts recording the steps of this process. Without an endpoint, nothing is loaded and it costs nothing. */
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

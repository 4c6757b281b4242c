import { once } from 'node:events';
import { createLogger, startTracing } from '@estate/observability';
import type { TracingOptions } from '@estate/observability';
import { watchEventLoop } from './event-loop/watch-event-loop.ts';
import { METRICS } from './metrics.ts';
import type { Wiring } from './service.ts';
import { startService } from './start-service.ts';
import type { ServiceConfig } from './start-service.ts';
import { setFlagsFromString } from 'node:v8';

export interface RunConfig extends ServiceConfig {
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  OTEL_EXPORTER_OTLP_HEADERS?: { reveal(): string } | undefined;
  OTEL_SERVICE_NAME?: string | undefined;
  OTEL_TRACES_SAMPLER: TracingOptions['sampler'];
  OTEL_TRACES_SAMPLER_ARG: number;
  EVENT_LOOP_LIMIT_MS: number;
  /** The growth of the heap between two full collections in percent, 200 by default; less for a service with tightly limited memory. */
  heapGrowthPercent?: number;
}

/** Runs a service until SIGTERM or SIGINT: exit code 0 after a clean stop, 1 if it could not start or end. */
export async function run(name: string, config: RunConfig, wire: Wiring): Promise<void> {
  growHeap(config.heapGrowthPercent ?? 200);
  const log = createLogger({ service: name, level: config.LOG_LEVEL });
  process.on('unhandledRejection', (error) => {
    log.error({ err: error }, 'process.unhandled-rejection');
  });
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'process.uncaught-exception');
    process.exit(1);
  });
  const stopped = Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
  const tracing = await startTracing({
    service: config.OTEL_SERVICE_NAME ?? name,
    endpoint: config.OTEL_EXPORTER_OTLP_ENDPOINT,
    headers: config.OTEL_EXPORTER_OTLP_HEADERS?.reveal(),
    sampler: config.OTEL_TRACES_SAMPLER,
    ratio: config.OTEL_TRACES_SAMPLER_ARG,
    log,
  });
  const { EVENT_LOOP_LIMIT_MS: limitMs, INTERNAL_PORT: internalPort } = config;
  const ends = watchEventLoop({ service: name, internalPort, limitMs, log });
  const started = startService(name, { ...config, log }, async (service) => {
    service.metrics.counter(METRICS.event_loop_ends_total).inc(ends);
    await wire(service);
  });
  const outcome = await Promise.race([started, stopped.then(() => 'stopped early' as const)]).catch(
    (error: unknown) => {
      log.fatal({ err: error }, 'service.start.failed');
      process.exit(1);
    },
  );
  if (outcome === 'stopped early') process.exit(0);
  await stopped;
  const inTime = await outcome.stop();
  await tracing.close();
  process.exit(inTime ? 0 : 1);
}

/**
 * Lets the heap, with the buffers outside of it, grow by this much between two full collections. After an idle time, V8 lets a small
 * heap grow by some ten megabytes only: a service that passes photos or emails on would run four full collections a second, which cost
 * it up to a quarter of its CPU time and find next to nothing. It costs memory: of 40 MB, 200 percent are 80 MB more.
 */
const growHeap = (percent: number): void => setFlagsFromString(`--heap-growing-percent=${percent}`);

import { createLogger, createMetrics } from '@estate/observability';
import type { Logger } from '@estate/observability';
import { METRICS } from './metrics.ts';
import { InternalServer } from './internal-server.ts';
import type { Closable, Service, Wiring } from './service.ts';

const UNRELEASED = 'unreleased';

export interface ServiceConfig {
  LOG_LEVEL: string;
  INTERNAL_PORT: number;
  INTERNAL_HOST?: string;
  SHUTDOWN_GRACE_MS: number;
  /** The version in the metrics and at `/readyz`. */
  BUILD_VERSION?: string;
}

export interface RunningService {
  readonly internalPort: number;
  readonly log: Logger;
  /** Ends everything in reverse order; resolves to false if something did not end in time. */
  stop(): Promise<boolean>;
}

/** Starts a service inside this process. If the wiring fails, everything that it has opened is closed. */
export async function startService(
  name: string,
  config: ServiceConfig & { log?: Logger },
  wire: Wiring,
): Promise<RunningService> {
  const log = config.log ?? createLogger({ service: name, level: config.LOG_LEVEL });
  const metrics = createMetrics(name);
  const version = config.BUILD_VERSION ?? UNRELEASED;
  metrics.gauge(METRICS.service_build_info).set({ version, node_version: process.version }, 1);
  const internal = new InternalServer({
    port: config.INTERNAL_PORT,
    host: config.INTERNAL_HOST ?? '127.0.0.1',
    version,
    log,
    metrics,
  });
  const stopping = new AbortController();
  const resources: Closable[] = [];
  const service = serviceWith({ name, log, metrics, signal: stopping.signal }, internal, resources);
  const end = async () => {
    internal.enter('stopping');
    stopping.abort();
    const inTime = await closeAll(resources, config.SHUTDOWN_GRACE_MS, log);
    await internal.close();
    log.info({ inTime }, 'service.stopped');
    return inTime;
  };
  let ending: Promise<boolean> | undefined;
  const stop = () => (ending ??= end());
  try {
    const internalPort = await internal.listen();
    await wire(service);
    internal.enter('serving');
    log.info({ internalPort }, 'service.started');
    return { internalPort, log, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function serviceWith(
  parts: Pick<Service, 'name' | 'log' | 'metrics' | 'signal'>,
  internal: InternalServer,
  resources: Closable[],
): Service {
  return {
    ...parts,
    use: async (resource) => {
      const opened = await resource;
      resources.push(opened);
      return opened;
    },
    check: (check) => {
      internal.add(check);
    },
    detail: (name, value) => {
      internal.addDetail(name, value);
    },
    onInternal: (pathPrefix, handler, methods) => {
      internal.route(pathPrefix, handler, methods);
    },
  };
}

async function closeAll(resources: readonly Closable[], graceMs: number, log: Logger): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => {
      resolve(false);
    }, graceMs);
  });
  const closing = (async () => {
    for (const resource of [...resources].reverse()) {
      await resource.close().catch((error: unknown) => {
        log.warn({ err: error }, 'resource.close.failed');
      });
    }
    return true;
  })();
  const inTime = await Promise.race([closing, late]);
  clearTimeout(timer);
  return inTime;
}

import { createLogger } from '@estate/observability';
import type { Wiring } from './service.ts';
import { startService } from './start-service.ts';
import type { ServiceConfig } from './start-service.ts';

/** Runs a service until SIGTERM or SIGINT: exit code 0 after a clean stop, 1 when it could not start or end. */
export async function run(name: string, config: ServiceConfig, wire: Wiring): Promise<void> {
  const log = createLogger({ service: name, level: config.LOG_LEVEL });
  process.on('unhandledRejection', (error) => {
    log.error({ err: error }, 'process.unhandled-rejection');
  });
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'process.uncaught-exception');
    process.exit(1);
  });
  const told = new Promise<void>((resolve) => {
    process.once('SIGTERM', () => {
      resolve();
    });
    process.once('SIGINT', () => {
      resolve();
    });
  });
  const started = startService(name, { ...config, log }, wire);
  const outcome = await Promise.race([started, told.then(() => 'stopped early' as const)]).catch(
    (error: unknown) => {
      log.fatal({ err: error }, 'service.start.failed');
      process.exit(1);
    },
  );
  if (outcome === 'stopped early') process.exit(0);
  await told;
  process.exit((await outcome.stop()) ? 0 : 1);
}

import { setTimeout as pause } from 'node:timers/promises';
import { startHttpServer } from '@estate/http';
import { showOldestDue } from '@estate/persistence';
import { backbone } from '@estate/runtime';
import type { Wiring } from '@estate/runtime';
import type { Logger, Metrics } from '@estate/observability';
import { answers } from './answers/index.ts';
import { agreeOnVersion } from './edge/routing/service-version.ts';
import { plansOf } from './accounts/plans-of.ts';
import { closingWorker } from './accounts/closings/closing-worker.ts';
import { closingTimes } from './config.ts';
import type { GatewayConfig } from './config.ts';
import { jobWorker } from './jobs/job-worker.ts';
import { OpenAccounts } from './accounts/closings/open-accounts.ts';
import { erasureWorker } from './accounts/erasures/erasure-worker.ts';
import { manifest } from './manifest.ts';
import { RequestLog } from './records/request-log/request-log.ts';
import { askOwner } from './edge/routing/ask-owner.ts';
import type { AskOwner } from './edge/routing/ask-owner.ts';
import { httpRoutes } from './http-routes.ts';
import { openStores } from './stores/open-stores.ts';
import { wireDeps } from './wire-deps.ts';
import type { Base } from './wire-deps.ts';

const DAY_MS = 86_400_000;

/** The wiring of the only public service: accounts and keys of its own, all other operations passed to their owners. */
export const apiGateway =
  (config: GatewayConfig, onListening: (port: number) => void = () => undefined): Wiring =>
  async (service) => {
    const { log, metrics } = service;
    const base = await backbone(service, config, {
      manifest,
      openStores: (context) => openStores(context, config, plansOf(config)),
    });
    const { bus, clock, newId, stores } = base;
    const ask = askOwner(bus, config.ASK_TIMEOUT_MS);
    const openAccounts = new OpenAccounts({ closings: stores.closings, clock });
    const { eraser, closer, jobs } = workers(config, base, { log, metrics, ask, openAccounts });
    showOldestDue(metrics, { worker: 'erasures', queue: stores.erasures.queue, clock });
    showOldestDue(metrics, { worker: 'closings', queue: stores.closings.queue, clock });
    showOldestDue(metrics, { worker: 'jobs', queue: stores.jobs.queue, clock });
    const deps = await wireDeps(config, service, {
      ...{ base, askOwner: ask, openAccounts },
      wakeEraser: () => eraser.wake(),
      wakeCloser: () => closer.wake(),
      wakeJobs: jobs.wake,
    });
    await base.serve({ answers: answers(stores), workers: [eraser, closer, jobs.worker] });
    const requestLog = new RequestLog({ store: stores.requestLogEntries, clock, newId, log, metrics });
    await service.use(requestLog);
    const server = await service.use(
      startHttpServer({
        port: config.PORT,
        host: config.HOST,
        routes: httpRoutes(deps, config.PUBLIC_URL),
        log,
        metrics,
        bodyLimitBytes: config.BODY_LIMIT_BYTES,
        prelude: agreeOnVersion,
        onAnswered: (answered) => requestLog.add(answered),
        corsOrigins: config.CORS_ORIGINS,
        trustedProxies: config.TRUSTED_PROXIES,
        drained: () => pause(config.DRAIN_MS),
      }),
    );
    log.info({ port: server.port }, 'api.listening');
    onListening(server.port);
  };

interface OfWorkers {
  log: Logger;
  metrics: Pick<Metrics, 'counter'>;
  ask: AskOwner;
  openAccounts: OpenAccounts;
}

/** The workers that erase persons everywhere, close accounts, and run jobs. */
function workers(
  config: GatewayConfig,
  { clock, newId, vault, stores }: Base,
  { log, metrics, ask, openAccounts }: OfWorkers,
) {
  const { accountEraser, closings, erasures, jobs, jobItems, apiKeys, users } = stores;
  const parts = {
    ...{ clock, newId, log, askOwner: ask },
    timeoutMs: config.ERASE_TIMEOUT_MS,
    sweepEveryMs: config.ERASURE_SWEEP_EVERY_MS,
  };
  return {
    eraser: erasureWorker({
      ...{ ...parts, erasures, vault },
      settleMs: config.ERASURE_SETTLE_MS,
      addressKeptMs: config.ERASED_ADDRESS_KEPT_DAYS * DAY_MS,
    }),
    closer: closingWorker({ ...parts, closings, eraser: accountEraser, times: closingTimes(config) }),
    jobs: jobWorker({ ...parts, jobs, jobItems, apiKeys, users, openAccounts, metrics }),
  };
}

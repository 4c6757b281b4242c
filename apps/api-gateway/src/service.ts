import { setTimeout as pause } from 'node:timers/promises';
import { startHttpServer } from '@estate/http';
import { connectBus } from '@estate/messaging';
import { Auditor, KeyCheckStore, connectMongo, newId } from '@estate/persistence';
import type { Db } from '@estate/persistence';
import type { Service, Wiring } from '@estate/runtime';
import { createVault, parseVaultKeys, requireKnownKeys } from '@estate/vault';
import { FailedAttempts } from './access/failed-attempts.ts';
import { KeyRing } from './access/key-ring.ts';
import { RateLimit } from './access/rate-limit.ts';
import { agreeOnVersion } from './access/service-version.ts';
import { gatewayPromises } from './audit/promises.ts';
import type { GatewayConfig } from './config.ts';
import { EndedSessions } from './dashboard/ended-sessions.ts';
import { DashboardSessions } from './dashboard/sessions.ts';
import type { Deps } from './deps.ts';
import { readiness } from './front-door/readiness.ts';
import { Once } from './idempotency/once.ts';
import { httpRoutes } from './routing/http-routes.ts';
import { openStores } from './stores/open-stores.ts';

/** The only public surface: accounts and keys of its own, every other question handed to its owner. */
export const apiGateway =
  (config: GatewayConfig, onListening: (port: number) => void = () => undefined): Wiring =>
  async (service) => {
    const { log, metrics } = service;
    const deps = await depsOf(config, service);
    const server = await service.use(
      startHttpServer({
        port: config.PORT,
        host: config.HOST,
        routes: httpRoutes(deps, config.PUBLIC_URL),
        log,
        metrics,
        bodyLimitBytes: config.BODY_LIMIT_BYTES,
        prelude: agreeOnVersion,
        corsOrigins: config.CORS_ORIGINS,
        trustedProxies: config.TRUSTED_PROXIES,
        drained: () => pause(config.DRAIN_MS),
      }),
    );
    log.info({ port: server.port }, 'api.listening');
    onListening(server.port);
  };

async function depsOf(config: GatewayConfig, service: Service): Promise<Deps> {
  const { name, log, metrics, signal } = service;
  const keys = parseVaultKeys(config.VAULT_KEYS.reveal());
  const vault = createVault(keys);
  const database = await service.use(
    connectMongo({ uri: config.MONGODB_URI, database: config.MONGODB_DATABASE, log, signal }),
  );
  const bus = await service.use(
    connectBus({
      url: config.NATS_URL,
      streamReplicas: config.NATS_STREAM_REPLICAS,
      service: name,
      log,
      metrics,
      signal,
    }),
  );
  service.check({ name: 'store', ready: () => database.ready() });
  service.check({ name: 'broker', ready: () => bus.ready() });
  const limits = { perMinute: config.RATE_LIMIT_PER_MINUTE, burst: config.RATE_LIMIT_BURST };
  const { accounts, apiKeys, endedSessions, calls, rateLimits } = await openStores(database.db, limits, log);
  await requireKnownKeys(keys, new KeyCheckStore(database.db, [calls.sealed]));
  const clock = () => new Date();
  const sessions = new DashboardSessions({
    vault,
    clock,
    publicUrl: config.PUBLIC_URL,
    ended: new EndedSessions({ store: endedSessions, clock }),
  });
  const guard = {
    sessions,
    keyRing: new KeyRing({ apiKeys, clock, log }),
    rateLimit: new RateLimit({ store: rateLimits, clock }),
    failedAttempts: new FailedAttempts({ perMinute: config.FAILED_ATTEMPTS_PER_MINUTE, clock }),
    operatorToken: config.OPERATOR_TOKEN.reveal(),
  };
  const once = new Once({ calls, vault, clock, newId, log, leaseMs: config.IDEMPOTENCY_LEASE_MS });
  const frontDoor = {
    sandboxPages: config.SANDBOX_PAGES,
    ready: readiness({ checks: [() => database.ready(), () => bus.ready()], clock, signal }),
  };
  return {
    ...{ clock, newId, bus, askTimeoutMs: config.ASK_TIMEOUT_MS },
    ...{ accounts, apiKeys, guard, once, sessions, frontDoor },
    auditor: await startAuditor(config, service, database.db),
    secrets: { reseal: (after) => calls.reseal(vault, after) },
  };
}

async function startAuditor(config: GatewayConfig, service: Service, db: Db): Promise<Auditor> {
  const { log, metrics } = service;
  const about = { metrics, log, clock: () => new Date(), everyMs: config.AUDIT_EVERY_MS };
  const auditor = await service.use(new Auditor({ promises: gatewayPromises(db), ...about }));
  auditor.start();
  return auditor;
}

import { setTimeout as pause } from 'node:timers/promises';
import { startHttpServer } from '@estate/http';
import type { Logger } from '@estate/observability';
import { reseal } from '@estate/persistence';
import { backbone } from '@estate/runtime';
import type { Backbone, Wiring } from '@estate/runtime';
import { FailedAttempts } from './access/failed-attempts.ts';
import { KeyRing } from './access/key-ring.ts';
import { RateLimit } from './access/rate-limit.ts';
import { agreeOnVersion } from './access/service-version.ts';
import type { GatewayConfig } from './config.ts';
import { DashboardSessions } from './dashboard/sessions.ts';
import type { Deps } from './deps.ts';
import { readiness } from './front-door/readiness.ts';
import { Once } from './idempotency/once.ts';
import { manifest } from './manifest.ts';
import type { Manifest } from './manifest.ts';
import { askOwner } from './routing/ask-owner.ts';
import { httpRoutes } from './routing/http-routes.ts';
import { openStores } from './stores/open-stores.ts';
import type { Stores } from './stores/open-stores.ts';

/** The only public surface: accounts and keys of its own, every other question handed to its owner. */
export const apiGateway =
  (config: GatewayConfig, onListening: (port: number) => void = () => undefined): Wiring =>
  async (service) => {
    const { log, metrics, signal } = service;
    const base = await backbone(service, config, { manifest, openStores });
    const { database, bus, clock, newId, vault, stores, auditor } = base;
    const { accounts, apiKeys, calls } = stores;
    const guard = guardOf(config, base, log);
    const checks = [() => database.ready(), () => bus.ready()];
    const deps: Deps = {
      ...{ clock, newId, accounts, apiKeys, auditor, guard, sessions: guard.sessions },
      askOwner: askOwner(bus, config.ASK_TIMEOUT_MS),
      once: new Once({ calls, vault, clock, newId, log, leaseMs: config.IDEMPOTENCY_LEASE_MS }),
      frontDoor: { sandboxPages: config.SANDBOX_PAGES, ready: readiness({ checks, clock, signal }) },
      secrets: { reseal: (after) => reseal(stores.sealed, vault, after) },
    };
    await base.serve({});
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

/** Who may call the API, and how often. */
function guardOf(
  config: GatewayConfig,
  base: Pick<Backbone<GatewayConfig, Stores, Manifest>, 'vault' | 'clock' | 'stores'>,
  log: Logger,
) {
  const { vault, clock, stores } = base;
  const { apiKeys, endedSessions, rateLimits } = stores;
  return {
    sessions: new DashboardSessions({ vault, clock, publicUrl: config.PUBLIC_URL, ended: endedSessions }),
    keyRing: new KeyRing({ apiKeys, clock, log }),
    rateLimit: new RateLimit({ store: rateLimits, clock }),
    failedAttempts: new FailedAttempts({ perMinute: config.FAILED_ATTEMPTS_PER_MINUTE, clock }),
    operatorToken: config.OPERATOR_TOKEN.reveal(),
  };
}

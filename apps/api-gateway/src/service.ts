import { startHttpServer } from '@estate/http';
import { connectBus } from '@estate/messaging';
import { connectMongo, newId } from '@estate/persistence';
import type { Wiring } from '@estate/runtime';
import { KeyRing } from './access/key-ring.ts';
import type { GatewayConfig } from './config.ts';
import type { Deps } from './deps.ts';
import { httpRoutes } from './routes/http-routes.ts';
import { AccountStore } from './stores/account-store.ts';
import { ApiKeyStore } from './stores/api-key-store.ts';

/** The only public surface: accounts and keys of its own, every other question handed to its owner. */
export const apiGateway =
  (config: GatewayConfig, onListening: (port: number) => void = () => undefined): Wiring =>
  async (service) => {
    const { log, metrics } = service;
    const database = await service.use(
      connectMongo({ uri: config.MONGODB_URI, database: config.MONGODB_DATABASE, log }),
    );
    const bus = await service.use(connectBus({ url: config.NATS_URL, service: service.name, log, metrics }));
    const accounts = new AccountStore(database.db);
    const apiKeys = new ApiKeyStore(database.db);
    await apiKeys.ensureIndexes();
    const clock = () => new Date();
    const deps: Deps = {
      clock,
      newId,
      bus,
      askTimeoutMs: config.ASK_TIMEOUT_MS,
      accounts,
      apiKeys,
      keyRing: new KeyRing({ apiKeys, clock, log }),
      operatorToken: config.OPERATOR_TOKEN.reveal(),
    };
    service.check({ name: 'store', ready: () => database.ready() });
    service.check({ name: 'broker', ready: () => bus.ready() });
    const server = await service.use(
      startHttpServer({
        port: config.PORT,
        host: config.HOST,
        routes: httpRoutes(deps, config.PUBLIC_URL),
        log,
        metrics,
        bodyLimitBytes: config.BODY_LIMIT_BYTES,
      }),
    );
    log.info({ port: server.port }, 'api.listening');
    onListening(server.port);
  };

import { guardedAgent } from '@estate/egress';
import { connectBus, consume, serveAnswers } from '@estate/messaging';
import { connectMongo, newId, toServiceError } from '@estate/persistence';
import type { Wiring } from '@estate/runtime';
import { createVault, parseVaultKeys } from '@estate/vault';
import { webhookChannel } from './channels/webhook-channel.ts';
import { leaseMs } from './config.ts';
import type { NotifierConfig } from './config.ts';
import { Dispatcher } from './deliveries/dispatcher.ts';
import { upkeep } from './deliveries/upkeep.ts';
import { notifierEvents } from './events.ts';
import { handlers } from './handlers/index.ts';
import { routes } from './routes/index.ts';
import { openStores } from './stores/index.ts';

/** Tells customers what happened on their account. */
export const notifier =
  (config: NotifierConfig): Wiring =>
  async (service) => {
    const { name, log, metrics, signal } = service;
    const vault = createVault(parseVaultKeys(config.VAULT_KEYS.reveal()));
    const policy = { allowHttp: config.EGRESS_ALLOW_HTTP, allowedNetworks: config.EGRESS_ALLOWED_NETWORKS };
    const database = await service.use(
      connectMongo({ uri: config.MONGODB_URI, database: config.MONGODB_DATABASE, log, signal }),
    );
    const bus = await service.use(connectBus({ url: config.NATS_URL, service: name, log, metrics, signal }));
    const agent = await service.use(guardedAgent(policy, { connections: config.WEBHOOK_CONCURRENCY }));
    const stores = await openStores(database.db);
    const clock = () => new Date();
    const notes = notifierEvents({ log, metrics });
    const channel = webhookChannel({ agent, clock, timeoutMs: config.WEBHOOK_TIMEOUT_MS });
    const schedule = { baseMs: config.WEBHOOK_REPEAT_BASE_MS, random: Math.random };
    const dispatcher = await service.use(
      new Dispatcher(
        { ...stores, clock, newId, log, vault, channel, schedule, notes },
        {
          total: config.WEBHOOK_CONCURRENCY,
          perWebhook: config.WEBHOOK_CONCURRENCY_PER_WEBHOOK,
          leaseMs: leaseMs(config),
          sweepEveryMs: config.WEBHOOK_SWEEP_MS,
        },
      ),
    );
    const keeper = await service.use(upkeep({ clock, log, deliveries: stores.deliveries, notes }));
    service.check({ name: 'store', ready: () => database.ready() });
    service.check({ name: 'broker', ready: () => bus.ready() });
    const deps = { ...stores, clock, newId, bus, vault, policy, dispatcher };
    const host = { name, log, metrics, translate: toServiceError };
    await service.use(serveAnswers(bus, host, routes(deps)));
    await service.use(consume(bus, host, handlers(deps)));
    dispatcher.start();
    keeper.start();
  };

import { guardedAgent } from '@estate/egress';
import { connectBus, consume, serveAnswers } from '@estate/messaging';
import { Auditor, KeyCheckStore, connectMongo, newId, toServiceError } from '@estate/persistence';
import type { Service, Wiring } from '@estate/runtime';
import { createVault, parseVaultKeys, requireKnownKeys } from '@estate/vault';
import type { Vault } from '@estate/vault';
import { notifierPromises } from './audit/promises.ts';
import { webhookChannel } from './channels/webhook-channel.ts';
import { holdMs, leaseMs } from './config.ts';
import type { NotifierConfig } from './config.ts';
import { Dispatcher } from './deliveries/dispatcher.ts';
import { Endpoints } from './deliveries/endpoints.ts';
import { FanOut } from './deliveries/fan-out.ts';
import { OutcomeWriter } from './deliveries/outcome-writer.ts';
import { resendWorker } from './deliveries/resend-worker.ts';
import { goOn } from './deliveries/steps.ts';
import type { OnStep } from './deliveries/steps.ts';
import { upkeep } from './deliveries/upkeep.ts';
import { notifierEvents } from './events.ts';
import { handlers } from './handlers/index.ts';
import { routes } from './routes/index.ts';
import { openStores } from './stores/index.ts';
import type { Stores } from './stores/index.ts';

const CHECK_TIMEOUT_MS = 10_000;

const clock = (): Date => new Date();

/** Tells customers what happened on their account; `step` lets a test end the process between two effects. */
export const notifier =
  (config: NotifierConfig, step: OnStep = goOn): Wiring =>
  async (service) => {
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
    const stores = await openStores(database.db);
    await requireKnownKeys(keys, new KeyCheckStore(database.db, [stores.webhooks.sealed]));
    const working = await workers({ service, config, stores, vault, step });
    const { dispatcher, resender: resends, keeper } = working;
    const fanOut = new FanOut({ ...stores, clock, newId, log, bus, dispatcher, step });
    const promises = notifierPromises(database.db);
    const auditing = { promises, metrics, log, clock, everyMs: config.AUDIT_EVERY_MS };
    const auditor = await service.use(new Auditor(auditing));
    const deps = { ...stores, ...working, clock, newId, bus, vault, fanOut, auditor };
    const host = { name, log, metrics, translate: toServiceError };
    await service.use(serveAnswers(bus, host, routes(deps)));
    await service.use(consume(bus, host, handlers(deps)));
    for (const worker of [dispatcher, keeper, resends, auditor]) worker.start();
  };

interface Parts {
  service: Service;
  config: NotifierConfig;
  stores: Stores;
  vault: Vault;
  step: OnStep;
}

/** Everything that works by itself, and what it sends through. */
async function workers({ service, config, stores, vault, step }: Parts) {
  const { log, metrics } = service;
  const policy = { allowHttp: config.EGRESS_ALLOW_HTTP, allowedNetworks: config.EGRESS_ALLOWED_NETWORKS };
  const agent = await service.use(guardedAgent(policy, { connections: config.WEBHOOK_CONCURRENCY }));
  const timeoutMs = config.WEBHOOK_TIMEOUT_MS;
  const channel = webhookChannel({ agent, clock, timeoutMs });
  const checkChannel = webhookChannel({ agent, clock, timeoutMs: Math.min(timeoutMs, CHECK_TIMEOUT_MS) });
  const notes = notifierEvents({ log, metrics });
  const endpoints = new Endpoints(
    {
      total: config.WEBHOOK_CONCURRENCY,
      windowMax: config.WEBHOOK_CONCURRENCY_PER_WEBHOOK,
      holdMs: holdMs(config),
    },
    () => performance.now(),
  );
  const writer = new OutcomeWriter(stores.outcomes, clock);
  const schedule = { baseMs: config.WEBHOOK_REPEAT_BASE_MS, random: Math.random };
  const deps = { ...stores, clock, newId, log, vault, channel, schedule, notes, endpoints, writer, step };
  const times = { leaseMs: leaseMs(config), sweepEveryMs: config.WEBHOOK_SWEEP_MS };
  const keeper = await service.use(upkeep(deps));
  const dispatcher = await service.use(new Dispatcher(deps, times));
  const resends = await service.use(resendWorker({ ...deps, dispatcher }));
  return { policy, checkChannel, schedule, dispatcher, keeper, resender: resends };
}

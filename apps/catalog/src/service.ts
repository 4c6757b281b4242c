import { connectBus, consume, serveAnswers } from '@estate/messaging';
import { Auditor, connectMongo, newId, toServiceError } from '@estate/persistence';
import type { Wiring } from '@estate/runtime';
import { ATTACHMENTS_PATH, serveAttachments } from './attachments-http.ts';
import type { CatalogConfig } from './config.ts';
import type { Deps } from './deps.ts';
import { handlers } from './handlers/index.ts';
import { startImages } from './processing/start-images.ts';
import { startProcessing } from './processing/start-processing.ts';
import { routes } from './routes/index.ts';
import { openStores } from './stores/open-stores.ts';

/** The catalog: properties, contacts and the bytes of attachments. */
export const catalog =
  (config: CatalogConfig): Wiring =>
  async (service) => {
    const { log, metrics, signal, name } = service;
    if (process.platform !== 'linux') {
      log.warn({}, 'the memory of the processes that read attachments is limited on Linux only');
    }
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

    const origin = { clock: () => new Date(), newId };
    const stores = await service.use(openStores({ database, bus, log, metrics }));
    const images = await service.use(startImages(config, log));
    const processing = await service.use(startProcessing(config, service, { origin, stores, images }));
    service.onInternal(ATTACHMENTS_PATH, serveAttachments(stores.attachments));

    const { properties, contacts, promises } = stores;
    const auditing = { ...origin, promises, metrics, log, everyMs: config.AUDIT_EVERY_MS };
    const auditor = await service.use(new Auditor(auditing));
    auditor.start();
    const wakeProcessing = (propertyId: string) => processing.wake(propertyId);
    const deps: Deps = { ...origin, bus, properties, contacts, wakeProcessing, auditor };
    const host = { name, log, metrics, translate: toServiceError };
    await service.use(consume(bus, host, handlers(deps)));
    await service.use(serveAnswers(bus, host, routes(deps)));
  };

import { backbone } from '@estate/runtime';
import type { Wiring } from '@estate/runtime';
import { ATTACHMENTS_PATH, serveAttachments } from './attachments-http.ts';
import type { CatalogConfig } from './config.ts';
import type { Deps } from './deps.ts';
import { handlers } from './handlers/index.ts';
import { manifest } from './manifest.ts';
import { createProcessing } from './processing/create-processing.ts';
import { startImages } from './processing/start-images.ts';
import { routes } from './routes/index.ts';
import { openStores } from './stores/open-stores.ts';

/** The catalog: properties, contacts and the bytes of attachments. */
export const catalog =
  (config: CatalogConfig): Wiring =>
  async (service) => {
    const { log } = service;
    if (process.platform !== 'linux') {
      log.warn({}, 'the memory of the processes that read attachments is limited on Linux only');
    }
    const { bus, clock, newId, stores, auditor, serve } = await backbone(service, config, {
      manifest,
      openStores,
    });
    const origin = { clock, newId };
    const images = await service.use(startImages(config, log));
    const processing = createProcessing(config, service, { origin, stores, images });
    service.onInternal(ATTACHMENTS_PATH, serveAttachments(stores.attachments));
    const wakeProcessing = (propertyId: string) => processing.wake(propertyId);
    const deps: Deps = { ...origin, ...stores, bus, wakeProcessing, auditor };
    await serve({ answers: routes(deps), handlers: handlers(deps), workers: [processing] });
  };

import { guardedAgent } from '@estate/egress';
import { backbone } from '@estate/runtime';
import type { Wiring } from '@estate/runtime';
import { ATTACHMENTS_PATH, serveAttachments } from './attachments-http.ts';
import type { CatalogConfig } from './config.ts';
import type { Deps } from './deps.ts';
import { handlers } from './handlers/index.ts';
import { ImageProcesses } from './images/image-processes.ts';
import { manifest } from './manifest.ts';
import { createProcessing } from './processing/create-processing.ts';
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
    const images = await service.use(
      new ImageProcesses({
        processes: config.ATTACHMENT_DECODE_CONCURRENCY,
        memoryMb: config.ATTACHMENT_DECODE_MEMORY_MB,
        timeoutMs: config.ATTACHMENT_DECODE_TIMEOUT_MS,
        onDeath: (death) => log.warn({ ...death }, 'attachment.reader.died'),
      }),
    );
    await images.start();
    const { EGRESS_ALLOW_HTTP: allowHttp, EGRESS_ALLOWED_NETWORKS: allowedNetworks } = config;
    const agent = await service.use(guardedAgent({ allowHttp, allowedNetworks }));
    const { workers, wake } = createProcessing(config, service, { origin, stores, images, agent });
    service.onInternal(ATTACHMENTS_PATH, serveAttachments(stores.attachments));
    const deps: Deps = { ...origin, ...stores, bus, wakeProcessing: wake, auditor };
    await serve({ answers: routes(deps), handlers: handlers(deps), workers });
  };

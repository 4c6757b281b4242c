import { listUnknownAccounts } from '@estate/contracts';
import { guardedAgent } from '@estate/egress';
import { Worker, usageWorker } from '@estate/persistence';
import { auditAccounts, backbone } from '@estate/runtime';
import type { Wiring } from '@estate/runtime';
import { ATTACHMENTS_PATH, serveAttachments } from './attachments-http.ts';
import { imageProcessesOf } from './config.ts';
import type { CatalogConfig } from './config.ts';
import type { Deps } from './deps.ts';
import { AttachmentAddresses } from './domain/attachment-addresses.ts';
import { handlers } from './handlers/index.ts';
import { ImageProcesses } from './images/image-processes.ts';
import { SmallerImages } from './images/smaller-images.ts';
import { manifest } from './manifest.ts';
import { createProcessing } from './processing/create-processing.ts';
import { routes } from './routes/index.ts';
import { openStores } from './stores/open-stores.ts';
import { imageEvents } from './telemetry.ts';
import { createUploads } from './uploads/create-uploads.ts';
import { TemporaryFiles } from './uploads/temporary-files.ts';

/** How often the catalog looks for contacts that a catalog without a search for them has saved since. */
const TERMS_SWEEP_EVERY_MS = 600_000;

/** The catalog: properties, contacts and the bytes of attachments. */
export const catalog =
  (config: CatalogConfig): Wiring =>
  async (service) => {
    const { log } = service;
    if (process.platform !== 'linux') {
      log.warn({}, 'the memory limit of the processes that read attachments works on Linux only');
    }
    const base = await backbone(service, config, { manifest, openStores });
    const { bus, clock, newId, stores } = base;
    auditAccounts(listUnknownAccounts, base);
    const origin = { clock, newId, addresses: new AttachmentAddresses(config.PUBLIC_URL) };
    const images = await service.use(
      new ImageProcesses({
        processes: imageProcessesOf(config),
        pixels: config.ATTACHMENT_DECODE_PIXELS,
        memoryMb: config.ATTACHMENT_DECODE_MEMORY_MB,
        timeoutMs: config.ATTACHMENT_DECODE_TIMEOUT_MS,
        onDeath: (death) => log.warn({ ...death }, 'attachment.reader.died'),
      }),
    );
    await images.start();
    const { EGRESS_ALLOW_HTTP: allowHttp, EGRESS_ALLOWED_NETWORKS: allowedNetworks } = config;
    const agent = await service.use(guardedAgent({ allowHttp, allowedNetworks }));
    const { workers, wake } = createProcessing(config, service, { origin, stores, images, agent });
    const files = await service.use(TemporaryFiles.open(stores.attachments));
    const uploadSweep = createUploads(config, service, { origin, stores, images, files });
    const searchTerms = new Worker({
      name: 'search-terms',
      run: () => stores.missingTerms.fillNext(clock()),
      sweepEveryMs: TERMS_SWEEP_EVERY_MS,
      log,
    });
    service.onInternal(ATTACHMENTS_PATH, serveAttachments(stores.attachments));
    const smallerImages = new SmallerImages({
      ...{ bytes: stores.attachments, images },
      onMade: imageEvents(service),
    });
    const parts = { bus, wakeProcessing: wake, smallerImages };
    const deps: Deps = { ...origin, ...stores, bytes: stores.attachments, ...parts };
    await base.serve({
      answers: routes(deps),
      handlers: handlers(deps),
      workers: [...workers, uploadSweep, searchTerms, usageWorker(stores.usageTally, { clock, log })],
    });
  };

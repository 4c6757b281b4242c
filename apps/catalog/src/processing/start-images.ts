import type { Logger } from '@estate/observability';
import type { CatalogConfig } from '../config.ts';
import { ImageProcesses } from '../images/image-processes.ts';

/** Starts what reads and renders the files of customers; without it the service does not start. */
export async function startImages(config: CatalogConfig, log: Logger): Promise<ImageProcesses> {
  const images = new ImageProcesses({
    processes: config.ATTACHMENT_DECODE_CONCURRENCY,
    memoryMb: config.ATTACHMENT_DECODE_MEMORY_MB,
    timeoutMs: config.ATTACHMENT_DECODE_TIMEOUT_MS,
    onDeath: (death) => log.warn({ ...death }, 'attachment.reader.died'),
  });
  await images.start();
  return images;
}

import { ImageProcesses } from '../src/images/image-processes.ts';
import type { ImageProcessesOptions } from '../src/images/image-processes.ts';

/** The processes that read files, with the defaults of the service. */
export const testImages = (changes: Partial<ImageProcessesOptions> = {}): ImageProcesses =>
  new ImageProcesses({
    processes: 1,
    pixels: 50_000_000,
    memoryMb: 512,
    timeoutMs: 60_000,
    onDeath: () => undefined,
    ...changes,
  });

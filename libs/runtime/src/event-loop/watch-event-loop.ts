import { url as inspectorUrl } from 'node:inspector';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Logger } from '@estate/observability';
import { readEnds } from './ends-file.ts';
import { LOOKS } from './watched.ts';
import type { Watched } from './watched.ts';

/** The script is next to this file, and next to the bundle. */
const THREAD = new URL(`./event-loop.thread${extname(import.meta.url)}`, import.meta.url);
const THREAD_HEAP_MB = 32;

export interface WatchOptions {
  service: string;
  /** The port, which distinguishes replicas on one machine. */
  internalPort: number;
  /** 0 turns it off. */
  limitMs: number;
  log: Logger;
}

/**
 * Ends this process if its event loop is blocked for too long: it then answers nothing, but its connections and leases stay, and nobody
 * else notices. Returns how often that has happened before, as far as the directory for temporary files has survived.
 */
export function watchEventLoop({ service, internalPort, limitMs, log }: WatchOptions): number {
  const endsFile = join(tmpdir(), `${service}-${String(internalPort)}.event-loop-ends`);
  // A debugger stops the event loop while somebody reads.
  if (limitMs > 0 && inspectorUrl() === undefined) {
    const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    const watched: Watched = { service, limitMs, beats, endsFile };
    setInterval(() => Atomics.add(beats, 0, 1), limitMs / LOOKS / 2).unref();
    const worker = new Worker(THREAD, {
      workerData: watched,
      resourceLimits: { maxOldGenerationSizeMb: THREAD_HEAP_MB },
    });
    worker.on('error', (error) => log.error({ err: error }, 'event-loop.watch.failed'));
    worker.unref();
  }
  return readEnds(endsFile);
}

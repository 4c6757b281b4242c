import type { ChildProcess } from 'node:child_process';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawnLimited } from '@estate/runtime';
import type { ImageOrder } from './image-orders.ts';

/** Lies beside this file, in the bundle and in the sources. */
const READER = fileURLToPath(new URL(`./image-reader.process${extname(import.meta.url)}`, import.meta.url));
const HEAP_MB = 64;
/** Read by the C library; without them each thread that decodes keeps what it has freed. */
const MEMORY_GIVEN_BACK = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_MMAP_THRESHOLD_: '131072',
};

export type Answer = { result: unknown; residentBytes: number } | { error: string };
/** Comes before the answer of an order: so many pixels are decoded when the service allows it. */
export interface Announcement {
  pixels: number;
}
export const GO_ON = { mayDecode: true };

/** An order, and the number of pixels that the process decodes for it without an announcement. */
export interface PlacedOrder {
  order: ImageOrder;
  freePixels: number;
}

/** The message of a process, or null when it ended, was too slow or was not needed any more. */
export interface Said<T = Announcement | Answer> {
  said: T | null;
  isTooSlow: boolean;
}

export interface Patience {
  timeoutMs: number;
  signal: AbortSignal;
}

export const NOTHING_SAID = { said: null, isTooSlow: false };

/** A process that carries out orders about files, one after the other, within limits of memory. */
export class ImageProcess {
  /** True if it has carried out an order before. */
  wasUsed = false;
  /** True if the process was killed from outside, which no file within the limits causes. */
  wasKilled = false;
  readonly #child: ChildProcess;
  readonly #ended: Promise<string>;
  #hasEnded = false;
  #settle: (said: Said<unknown>) => void = () => undefined;

  private constructor(child: ChildProcess) {
    this.#child = child;
    this.#ended = new Promise((resolve) => {
      const end = (how: string) => {
        this.#hasEnded = true;
        this.#settle(NOTHING_SAID);
        resolve(how);
      };
      child.once('exit', (code, signal) => {
        this.wasKilled = signal === 'SIGKILL';
        end(`it ended with ${signal ?? String(code)}`);
      });
      child.once('error', (error) => end(error.message));
    });
    child.on('message', (said) => this.#settle({ said, isTooSlow: false }));
  }

  /**
   * @throws Error when it ends before it is ready, which no file can be the reason for
   * @throws the reason of the signal when it is aborted before
   */
  static async start(memoryMb: number, signal: AbortSignal): Promise<ImageProcess> {
    const child = spawnLimited({ file: READER, memoryMb, heapMb: HEAP_MB, env: MEMORY_GIVEN_BACK });
    const process = new ImageProcess(child);
    let complaint = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      complaint = (complaint + text).slice(-COMPLAINT_CHARACTERS);
    });
    const { said, isTooSlow } = await process.#next({ timeoutMs: START_TIMEOUT_MS, signal });
    if (said) return process;
    await process.kill();
    signal.throwIfAborted();
    const why = isTooSlow ? 'it took too long' : await process.#ended;
    throw new Error(`The process that reads images did not start: ${why}. ${complaint}`.trim());
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Sends a message and waits for the next one. */
  async ask(message: PlacedOrder | typeof GO_ON, patience: Patience): Promise<Said> {
    const answer = this.#next(patience);
    // Whether it could be sent is seen from what follows: an answer or an end.
    this.#child.send(message, () => undefined);
    const said = (await answer) as Said;
    this.wasUsed = true;
    return said;
  }

  /** One listener for all messages: a signal and an event emitter for each cost more than a small photo. */
  #next({ timeoutMs, signal }: Patience): Promise<Said<unknown>> {
    if (this.#hasEnded || signal.aborted) return Promise.resolve(NOTHING_SAID);
    return new Promise((resolve) => {
      const abort = () => this.#settle(NOTHING_SAID);
      const timer = setTimeout(() => this.#settle({ said: null, isTooSlow: true }), timeoutMs);
      signal.addEventListener('abort', abort, { once: true });
      this.#settle = (said) => {
        this.#settle = () => undefined;
        clearTimeout(timer);
        signal.removeEventListener('abort', abort);
        resolve(said);
      };
    });
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#ended;
  }
}

const COMPLAINT_CHARACTERS = 2000;
/** Some hundred milliseconds are usual. */
const START_TIMEOUT_MS = 60_000;

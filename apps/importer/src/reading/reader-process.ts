import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawnLimited } from '@estate/runtime';
import { closeFile, openScratch, readAt } from './open-file.ts';
import type { FromReader, ReaderOrder, ReaderReply, ReaderRequest, ReaderResult } from './reader-messages.ts';

/** Lies beside this file, in the bundle and in the sources. */
const READER = fileURLToPath(new URL(`./package-reader.process${extname(import.meta.url)}`, import.meta.url));
const COMPLAINT_CHARACTERS = 2000;
/** Some hundred milliseconds are usual. */
const START_TIMEOUT_MS = 60_000;
const NEVER = new AbortController().signal;
/** The share of the memory of a process, so that V8 says that its heap is full before the system refuses memory. */
const HEAP_SHARE = 0.6;

export interface ReaderLimits {
  /** Most memory that a process may write to. */
  memoryMb: number;
  /** A process that makes no progress for so long is ended. */
  timeoutMs: number;
  /** Where embedded files are on their way to the service, without a name. */
  directory: string;
  /** The program of a process; by default the one beside this file. */
  program?: string;
}

/** The package has ended the process that read it, by time or by memory. */
export class ReaderCrashed extends Error {
  override readonly name = 'ReaderCrashed';
}

/** The parts of the service that an order needs. */
export interface OrderParts {
  signal: AbortSignal;
  serve?: (request: ReaderRequest) => Promise<string>;
}

/** A process that reads packages, one after the other, within limits of time and memory. */
export class ReaderProcess {
  /** True if it carries out no orders any more. */
  hasEnded = false;
  readonly #child: ChildProcess;
  readonly #limits: ReaderLimits;
  readonly #scratch: number;
  readonly #ended: Promise<void>;
  readonly #said: FromReader[] = [];
  #wake: () => void = () => undefined;
  #isTooSlow = false;
  #end = '';
  #complaint = '';

  private constructor(child: ChildProcess, limits: ReaderLimits, scratch: number) {
    this.#child = child;
    this.#limits = limits;
    this.#scratch = scratch;
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#complaint = (this.#complaint + text).slice(-COMPLAINT_CHARACTERS);
    });
    child.on('message', (message: FromReader) => {
      this.#said.push(message);
      this.#wake();
    });
    this.#ended = new Promise<void>((resolve) => {
      const end = (how: string) => {
        this.#end ||= how;
        this.hasEnded = true;
        this.#wake();
        resolve();
      };
      child.once('exit', (code, signal) => end(signal ?? String(code)));
      child.once('error', (error) => end(error.message));
    }).then(() => closeFile(scratch));
  }

  /** @throws Error when it ends before it is ready, which no package can be the reason for */
  static async start(limits: ReaderLimits, signal: AbortSignal): Promise<ReaderProcess> {
    const path = join(limits.directory, `import-${randomUUID()}`);
    const scratch = await openScratch(path);
    await rm(path);
    const { memoryMb, program = READER } = limits;
    const heapMb = Math.floor(memoryMb * HEAP_SHARE);
    const child = spawnLimited({ file: program, memoryMb, heapMb, descriptor: scratch });
    const started = new ReaderProcess(child, limits, scratch);
    if ((await started.#next(signal, START_TIMEOUT_MS)) !== undefined) return started;
    await started.kill();
    signal.throwIfAborted();
    throw new Error(`The process that reads packages did not start. ${started.#why}`);
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /**
   * Carries out an order.
   * @throws ReaderCrashed, the error of `serve`, the reason of the signal
   */
  async ask(order: ReaderOrder, { signal, serve }: OrderParts): Promise<ReaderResult> {
    this.#send(order);
    for (;;) {
      const said = await this.#next(signal, this.#limits.timeoutMs);
      if (said === undefined) return this.#crashed(signal);
      if ('rows' in said || 'fileBytes' in said) await this.#serve(said, { signal, ...(serve && { serve }) });
      else if (!('progressed' in said) && !('isReady' in said)) return thrown(said);
    }
  }

  /** An embedded file that the process has written. */
  async scratched(size: number): Promise<Buffer> {
    const bytes = Buffer.allocUnsafeSlow(size);
    const length = await readAt(this.#scratch, 0, bytes);
    if (length < size) throw new Error(`An embedded file has ${length} of ${size} bytes.`);
    return bytes;
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#ended;
  }

  /** After an error of the service the order is stopped, and the process stays usable. */
  async #serve(request: ReaderRequest, { signal, serve }: OrderParts): Promise<void> {
    try {
      const reply = await serve?.(request);
      signal.throwIfAborted();
      this.#send({ reply: reply ?? '' });
    } catch (error) {
      this.#send({ stop: true });
      await this.#stopped();
      throw error;
    }
  }

  async #stopped(): Promise<void> {
    for (;;) {
      const said = await this.#next(NEVER, this.#limits.timeoutMs);
      if (said === undefined) return this.kill();
      if (!('progressed' in said)) return;
    }
  }

  /** A process that something else has killed says nothing about the package. */
  async #crashed(signal: AbortSignal): Promise<never> {
    const wasKilled = this.hasEnded && this.#end === 'SIGKILL';
    await this.kill();
    signal.throwIfAborted();
    if (wasKilled && !this.#isTooSlow)
      throw new Error('The process that reads packages was killed. Its system may lack memory.');
    throw new ReaderCrashed(`The package ended the process that read it: ${this.#why}`);
  }

  get #why(): string {
    return `${this.#isTooSlow ? 'it took too long' : this.#end}. ${this.#complaint}`.trim();
  }

  /** Undefined when the process has ended, or makes no progress. */
  async #next(signal: AbortSignal, timeoutMs: number): Promise<FromReader | undefined> {
    const [message] = this.#said.splice(0, 1);
    if (message !== undefined || this.hasEnded || signal.aborted) return message;
    return new Promise((resolve) => {
      const settle = () => {
        this.#wake = () => undefined;
        clearTimeout(timer);
        signal.removeEventListener('abort', settle);
        resolve(this.#said.shift());
      };
      const timer = setTimeout(() => {
        this.#isTooSlow = true;
        settle();
      }, timeoutMs);
      signal.addEventListener('abort', settle, { once: true });
      this.#wake = settle;
    });
  }

  #send(message: ReaderOrder | ReaderReply): void {
    // Whether it could be sent is seen from what follows: an answer or an end.
    if (this.#child.connected) this.#child.send(message, () => undefined);
  }
}

/** An error without a code of the system is the doing of the package. */
function thrown(result: ReaderResult): ReaderResult {
  if (!('error' in result)) return result;
  const { error, code } = result;
  throw code === undefined ? new ReaderCrashed(error) : Object.assign(new Error(error), { code });
}

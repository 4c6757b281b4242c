import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Reading } from '../domain/reading.ts';

/** Lies beside this file, in the bundle and in the sources. */
const READER = new URL(`./reader.thread${extname(import.meta.url)}`, import.meta.url);

export interface MailReaderOptions {
  threads: number;
  /** A mail that takes longer ends its thread. */
  timeoutMs: number;
  /** Most memory of one thread beside the bytes of the mail. */
  heapMb: number;
}

/** The mail ended its thread, by time or by memory. */
export class ReaderDied extends Error {
  override readonly name = 'ReaderDied';
}

type Answer = { reading: Reading } | { error: string };

interface Job {
  raw: Uint8Array;
  resolve: (reading: Reading) => void;
  reject: (error: Error) => void;
}

interface Running extends Job {
  timer: NodeJS.Timeout;
}

/** Reads mails in threads that can be ended, one mail a thread at a time. */
export class MailReader {
  readonly #options: MailReaderOptions;
  readonly #waiting: Job[] = [];
  readonly #idle: Worker[] = [];
  readonly #all = new Set<Worker>();
  readonly #running = new Map<Worker, Running>();
  #closed = false;

  constructor(options: MailReaderOptions) {
    this.#options = options;
  }

  /** @throws ReaderDied when the mail took too long or too much; AbortError once it is closed */
  read(raw: Uint8Array): Promise<Reading> {
    if (this.#closed) return Promise.reject(aborted());
    return new Promise((resolve, reject) => {
      this.#waiting.push({ raw, resolve, reject });
      this.#next();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const { reject } of this.#waiting.splice(0)) reject(aborted());
    await Promise.all([...this.#all].map((worker) => worker.terminate()));
  }

  #next(): void {
    if (this.#waiting.length === 0 || this.#closed) return;
    const worker = this.#idle.pop() ?? (this.#all.size < this.#options.threads ? this.#start() : undefined);
    if (worker === undefined) return;
    const job = this.#waiting.shift();
    if (job === undefined) this.#idle.push(worker);
    else this.#run(worker, job);
  }

  #run(worker: Worker, job: Job): void {
    const timer = setTimeout(() => this.#died(worker, 'reading took too long'), this.#options.timeoutMs);
    this.#running.set(worker, { ...job, timer });
    worker.postMessage(job.raw);
  }

  #answered(worker: Worker, answer: Answer): void {
    const job = this.#end(worker);
    this.#idle.push(worker);
    if ('reading' in answer) job?.resolve(answer.reading);
    else job?.reject(new Error(answer.error));
    this.#next();
  }

  #died(worker: Worker, why: string): void {
    const job = this.#end(worker);
    this.#all.delete(worker);
    const at = this.#idle.indexOf(worker);
    if (at !== -1) this.#idle.splice(at, 1);
    worker.terminate().catch(() => undefined);
    job?.reject(this.#closed ? aborted() : new ReaderDied(why));
    this.#next();
  }

  #end(worker: Worker): Running | undefined {
    const job = this.#running.get(worker);
    clearTimeout(job?.timer);
    this.#running.delete(worker);
    return job;
  }

  #start(): Worker {
    const resourceLimits = { maxOldGenerationSizeMb: this.#options.heapMb };
    const worker = new Worker(READER, { resourceLimits, execArgv: [] });
    worker.on('message', (answer: Answer) => this.#answered(worker, answer));
    worker.on('error', (error: Error) => this.#died(worker, error.message));
    worker.on('exit', () => this.#died(worker, 'the thread ended'));
    this.#all.add(worker);
    return worker;
  }
}

const aborted = (): Error => new DOMException('The reader is closed.', 'AbortError');

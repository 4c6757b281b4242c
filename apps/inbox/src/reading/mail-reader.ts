import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { Reading } from '../domain/reading.ts';

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

/** Reads mails in threads that can be ended, one mail a thread at a time. */
export class MailReader {
  readonly #options: MailReaderOptions;
  readonly #waiting: Job[] = [];
  readonly #idle: Worker[] = [];
  readonly #all = new Set<Worker>();
  #closed = false;

  constructor(options: MailReaderOptions) {
    this.#options = options;
  }

  /** @throws ReaderDied when the mail took too long or too much */
  read(raw: Uint8Array): Promise<Reading> {
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

  #run(worker: Worker, { raw, resolve, reject }: Job): void {
    const end = (settle: () => void, isReusable: boolean) => {
      clearTimeout(timer);
      worker.removeAllListeners();
      if (isReusable) this.#idle.push(worker);
      else this.#drop(worker);
      settle();
      this.#next();
    };
    const died = (why: string) => () => reject(this.#closed ? aborted() : new ReaderDied(why));
    const timer = setTimeout(() => end(died('reading took too long'), false), this.#options.timeoutMs);
    worker.once('message', (answer: Answer) => {
      const isRead = 'reading' in answer;
      end(() => (isRead ? resolve(answer.reading) : reject(new Error(answer.error))), true);
    });
    worker.once('error', (error) => end(died(error.message), false));
    worker.once('exit', () => end(died('the thread ended'), false));
    worker.postMessage(raw);
  }

  #drop(worker: Worker): void {
    this.#all.delete(worker);
    // Errors on the way out have been told as the end of the mail.
    worker.on('error', () => undefined);
    worker.terminate().catch(() => undefined);
  }

  #start(): Worker {
    const bundled = new URL('./reader.thread.js', import.meta.url);
    const isBundled = existsSync(bundled);
    const worker = new Worker(isBundled ? bundled : new URL('./reader.thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: this.#options.heapMb },
      execArgv: isBundled ? [] : ['--import', 'tsx'],
    });
    this.#all.add(worker);
    return worker;
  }
}

const aborted = (): Error => new DOMException('The reader is closed.', 'AbortError');

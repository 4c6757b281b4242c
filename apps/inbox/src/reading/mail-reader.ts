import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Budget } from '../budget.ts';
import type { Reading } from '../domain/reading.ts';

/** Lies beside this file, in the bundle and in the sources. */
const READER = new URL(`./reader.thread${extname(import.meta.url)}`, import.meta.url);

export interface MailReaderOptions {
  threads: number;
  /** An email that takes longer ends its thread. */
  timeoutMs: number;
  /** Most memory of one thread beside the bytes of the email. */
  heapMb: number;
}

/** The email ended its thread, by time or by memory. */
export class ReaderDied extends Error {
  override readonly name = 'ReaderDied';
}

type Answer = { reading: Reading } | { error: string };

/** Reads emails in threads that can be ended, one email per thread at a time. */
export class MailReader {
  readonly #options: MailReaderOptions;
  readonly #threads: Budget;
  readonly #idle = new Set<Worker>();
  readonly #all = new Set<Worker>();
  readonly #closing = new AbortController();

  constructor(options: MailReaderOptions) {
    this.#options = options;
    this.#threads = new Budget(options.threads);
  }

  /** @throws ReaderDied when the email needs too much time or memory; AbortError once the reader is closed */
  async read(raw: Uint8Array): Promise<Reading> {
    const giveBack = await this.#threads.take(1);
    try {
      this.#closing.signal.throwIfAborted();
      const [worker = this.#start()] = this.#idle;
      this.#idle.delete(worker);
      const answer = await this.#ask(worker, raw);
      this.#idle.add(worker);
      if ('reading' in answer) return answer.reading;
      throw new Error(answer.error);
    } finally {
      giveBack();
    }
  }

  async close(): Promise<void> {
    this.#closing.abort(new DOMException('The reader is closed.', 'AbortError'));
    await Promise.all([...this.#all].map((worker) => worker.terminate()));
  }

  async #ask(worker: Worker, raw: Uint8Array): Promise<Answer> {
    const answered = this.#answerOf(worker);
    worker.postMessage(raw);
    const answer = await answered;
    if (answer !== undefined) return answer;
    this.#giveUp(worker);
    this.#closing.signal.throwIfAborted();
    throw new ReaderDied('reading the email ended its thread');
  }

  /** Nothing waits for its end, because a thread cannot be ended within one call of the engine. */
  #giveUp(worker: Worker): void {
    this.#all.delete(worker);
    void worker.terminate();
  }

  /** Undefined when the thread ends, or takes too long. Abort signals for each email would cost a fifth of what reading it does. */
  #answerOf(worker: Worker): Promise<Answer | undefined> {
    return new Promise((resolve) => {
      const settle = (answer?: Answer) => {
        clearTimeout(timeout);
        worker.off('message', settle).off('exit', onExit);
        resolve(answer);
      };
      const onExit = () => settle();
      const timeout = setTimeout(onExit, this.#options.timeoutMs);
      worker.on('message', settle).on('exit', onExit);
    });
  }

  #start(): Worker {
    const resourceLimits = { maxOldGenerationSizeMb: this.#options.heapMb };
    const worker = new Worker(READER, { resourceLimits, execArgv: [] });
    this.#all.add(worker);
    // An error is followed by an exit.
    worker.on('error', () => undefined);
    worker.on('exit', () => {
      this.#all.delete(worker);
      this.#idle.delete(worker);
    });
    return worker;
  }
}

import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads';
import type { SchemaThreadData } from './schema.thread.ts';

/** The script is next to this file, in the bundle and in the sources. */
const VALIDATOR = new URL(`./schema.thread${extname(import.meta.url)}`, import.meta.url);

export interface SchemaVerdict {
  valid: boolean;
  /** The messages of the validator, one line per finding. */
  errors: string[];
}

interface Waiting {
  resolve: (verdict: SchemaVerdict) => void;
  reject: (error: Error) => void;
}

interface Thread {
  worker: Worker;
  port: MessagePort;
  sent: Int32Array;
}

/** Checks documents against the schema, one after the other in a separate thread. */
export class SchemaCheck {
  readonly #schemaFile: URL;
  #thread: Thread | undefined;
  #waiting: Waiting[] = [];

  constructor(schemaFile: URL) {
    this.#schemaFile = schemaFile;
  }

  check(document: Uint8Array): Promise<SchemaVerdict> {
    const { worker, port, sent } = (this.#thread ??= this.#start());
    worker.ref();
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      port.postMessage(document);
      Atomics.add(sent, 0, 1);
      Atomics.notify(sent, 0);
    });
  }

  async close(): Promise<void> {
    await this.#thread?.worker.terminate();
  }

  #start(): Thread {
    const schema = readFileSync(this.#schemaFile, 'utf8');
    const { port1: port, port2 } = new MessageChannel();
    const sent = new Int32Array(new SharedArrayBuffer(4));
    const workerData: SchemaThreadData = { schema, sent, port: port2 };
    const worker = new Worker(VALIDATOR, { workerData, transferList: [port2], execArgv: [] });
    port.on('message', (answer: { lines: string[] }) => this.#settle(verdict(answer.lines)));
    port.unref();
    let reason = 'the validator ended';
    worker.on('error', (error: Error) => {
      reason = error.message;
    });
    worker.on('exit', () => {
      port.close();
      this.#fail(new Error(`The schema could not be checked: ${reason}`));
    });
    return { worker, port, sent };
  }

  #settle(found: SchemaVerdict): void {
    this.#waiting.shift()?.resolve(found);
    // An idle validator does not keep the process alive.
    if (this.#waiting.length === 0) this.#thread?.worker.unref();
  }

  #fail(error: Error): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#thread = undefined;
    for (const { reject } of waiting) reject(error);
  }
}

function verdict(lines: readonly string[]): SchemaVerdict {
  const valid = lines.some((line) => /^\d+\.xml validates$/.test(line));
  const errors = lines.flatMap((line) => /^\d+\.xml:(\d+: .*)$/.exec(line)?.[1]?.trim() ?? []);
  return { valid: valid && errors.length === 0, errors };
}

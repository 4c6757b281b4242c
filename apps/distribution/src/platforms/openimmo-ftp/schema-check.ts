import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';

export interface SchemaVerdict {
  valid: boolean;
  /** What the validator says, one line per finding. */
  errors: string[];
}

interface Waiting {
  document: Uint8Array;
  resolve: (verdict: SchemaVerdict) => void;
  reject: (error: unknown) => void;
}

type Answer = { code: number; lines: string[] } | { failure: string };

const BATCH_MAX = 32;

/**
 * The thread compiles the validator once. Its own API does so for every document, which costs ten times as much; one run
 * can check many files for little more than the price of one.
 */
const THREAD = `
const { readFileSync } = require('node:fs');
const { dirname, join } = require('node:path');
const { parentPort, workerData } = require('node:worker_threads');
const xmllint = require(workerData.validator);
const compiled = new WebAssembly.Module(readFileSync(join(dirname(workerData.validator), 'xmllint.wasm')));
const schema = { fileName: 'schema.xsd', contents: workerData.schema };

function run(documents, answer) {
  const lines = [];
  const files = documents.map((contents, index) => ({ fileName: index + '.xml', contents }));
  return xmllint({
    inputFiles: [schema, ...files],
    arguments: ['--schema', 'schema.xsd', '--noout', ...files.map((file) => file.fileName)],
    wasmMemory: new WebAssembly.Memory({ initial: 256, maximum: 2048 }),
    instantiateWasm: (imports, done) => (done(new WebAssembly.Instance(compiled, imports)), {}),
    print: () => undefined,
    printErr: (line) => lines.push(line),
    onExit: (code) => answer({ code, lines }),
    onAbort: (reason) => answer({ failure: String(reason) }),
  });
}

parentPort.on('message', ({ documents }) => {
  const answer = (message) => parentPort.postMessage(message);
  run(documents, answer).catch((error) => answer({ failure: String(error) }));
});
`;

/** Checks documents against the schema in a thread of its own; those that arrive while it is busy are checked together. */
export class SchemaCheck {
  readonly #schemaFile: URL;
  #thread: Worker | undefined;
  #waiting: Waiting[] = [];
  #running: Waiting[] = [];

  constructor(schemaFile: URL) {
    this.#schemaFile = schemaFile;
  }

  check(document: Uint8Array): Promise<SchemaVerdict> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ document, resolve, reject });
      this.#next();
    });
  }

  async close(): Promise<void> {
    const thread = this.#thread;
    this.#thread = undefined;
    await thread?.terminate();
  }

  #next(): void {
    if (this.#running.length > 0 || this.#waiting.length === 0) return;
    this.#running = this.#waiting.splice(0, BATCH_MAX);
    const thread = (this.#thread ??= this.#start());
    thread.ref();
    thread.postMessage({ documents: this.#running.map(({ document }) => document) });
  }

  #start(): Worker {
    const schema = readFileSync(this.#schemaFile, 'utf8');
    const validator = createRequire(import.meta.url).resolve('xmllint-wasm/xmllint-node.js');
    const thread = new Worker(THREAD, { eval: true, workerData: { validator, schema } });
    thread.on('message', (answer: Answer) => this.#settle(answer));
    thread.on('error', (error) => this.#settle({ failure: error.message }));
    thread.on('exit', () => {
      if (this.#thread === thread) this.#thread = undefined;
      this.#settle({ failure: 'the validator ended' });
    });
    return thread;
  }

  #settle(answer: Answer): void {
    const documents = this.#running;
    this.#running = [];
    // An idle validator does not keep the process alive.
    this.#thread?.unref();
    documents.forEach(({ resolve, reject }, index) => {
      if ('failure' in answer) reject(new Error(`The schema could not be checked: ${answer.failure}`));
      else resolve(verdict(answer, `${index}.xml`));
    });
    this.#next();
  }
}

function verdict({ lines }: { lines: string[] }, file: string): SchemaVerdict {
  const own = lines.filter((line) => line.startsWith(`${file}:`) || line.startsWith(`${file} `));
  const valid = own.includes(`${file} validates`);
  const errors = own
    .filter((line) => line.startsWith(`${file}:`))
    .map((line) => line.slice(file.length + 1).trim());
  return { valid, errors };
}

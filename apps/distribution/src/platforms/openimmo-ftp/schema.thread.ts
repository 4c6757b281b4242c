import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { receiveMessageOnPort, workerData, type MessagePort } from 'node:worker_threads';

/**
 * Runs the validator once for many documents. Compiling the schema costs twenty times as much as checking a document, so one run gets a
 * long list of files whose read waits until a document arrives; the schema is compiled when a run starts. As the thread waits inside the
 * run, documents arrive through a port that is read without an event loop.
 */
export interface SchemaThreadData {
  /** The text of the schema. */
  schema: string;
  /** The port on which documents arrive and the findings about each are sent. */
  port: MessagePort;
  /** Counts the documents that were sent. */
  sent: Int32Array;
}

type FileReader = () => number | null;

/** The options for starting the validator, a command line program. */
interface RunOptions {
  inputFiles: readonly { fileName: string; contents: string }[];
  arguments: readonly string[];
  wasmMemory: object;
  instantiateWasm: (imports: object, done: (instance: object) => void) => object;
  onRuntimeInitialized: () => void;
  /** Added by the validator itself. */
  FS_createDevice?: (parent: string, name: string, read: FileReader) => void;
  print: (line: string) => void;
  printErr: (line: string) => void;
  onExit: (status: number) => void;
  onAbort: (reason: unknown) => void;
}

/** Parts of the engine that the types of Node lack. */
const { Memory, Module, Instance } = (globalThis as unknown as { WebAssembly: Engine }).WebAssembly;

interface Engine {
  Memory: new (pages: { initial: number; maximum: number }) => object;
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => object;
}

const DOCUMENTS_PER_RUN = 1000;
const names = Array.from({ length: DOCUMENTS_PER_RUN }, (_, index) => `${String(index)}.xml`);
const { schema, port, sent } = workerData as SchemaThreadData;

const load = createRequire(import.meta.url);
const program = load.resolve('xmllint-wasm/xmllint-node.js');
const xmllint = load(program) as (options: RunOptions) => Promise<unknown>;
const compiled = new Module(readFileSync(join(dirname(program), 'xmllint.wasm')));

function waitForDocument(): Uint8Array {
  for (;;) {
    const before = Atomics.load(sent, 0);
    const received = receiveMessageOnPort(port);
    if (received) return received.message as Uint8Array;
    Atomics.wait(sent, 0, before);
  }
}

let lines: string[] = [];
let isOpen = false;

function answer(): void {
  if (isOpen) port.postMessage({ lines });
  isOpen = false;
  lines = [];
}

/** The validator has finished a file when it reads the first byte of the next one. */
function reader(): FileReader {
  let bytes: Uint8Array | undefined;
  let position = 0;
  return () => {
    if (bytes === undefined) {
      answer();
      bytes = waitForDocument();
      isOpen = true;
    }
    return bytes[position++] ?? null;
  };
}

const run = () =>
  new Promise((resolve, reject) => {
    const options: RunOptions = {
      inputFiles: [{ fileName: 'schema.xsd', contents: schema }],
      arguments: ['--schema', 'schema.xsd', '--noout', ...names],
      wasmMemory: new Memory({ initial: 256, maximum: 2048 }),
      instantiateWasm: (imports, done) => {
        done(new Instance(compiled, imports));
        return {};
      },
      onRuntimeInitialized: () => {
        for (const name of names) options.FS_createDevice?.('/', name, reader());
      },
      print: () => undefined,
      printErr: (line) => lines.push(line),
      onExit: resolve,
      onAbort: (reason) => reject(new Error(String(reason))),
    };
    xmllint(options).catch(reject);
  });

for (;;) {
  await run();
  answer();
}

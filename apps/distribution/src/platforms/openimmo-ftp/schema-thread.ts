/**
 * Runs the validator once for many documents. Compiling the schema costs twenty times as much as checking a document, so
 * one run is given a long list of files whose reading waits until a document arrives; the schema is compiled when a run
 * starts. As the thread waits inside the run, documents come through a port that is read without an event loop.
 */
export const SCHEMA_THREAD = `
const { readFileSync } = require('node:fs');
const { dirname, join } = require('node:path');
const { receiveMessageOnPort, workerData } = require('node:worker_threads');
const { bell, port, validator, schema } = workerData;

const DOCUMENTS_PER_RUN = 1000;
const names = Array.from({ length: DOCUMENTS_PER_RUN }, (_, index) => index + '.xml');
const xmllint = require(validator);
const compiled = new WebAssembly.Module(readFileSync(join(dirname(validator), 'xmllint.wasm')));

function waitForDocument() {
  for (;;) {
    const rung = Atomics.load(bell, 0);
    const received = receiveMessageOnPort(port);
    if (received) return received.message;
    Atomics.wait(bell, 0, rung);
  }
}

let lines = [];
let isOpen = false;

function answer() {
  if (isOpen) port.postMessage({ lines });
  isOpen = false;
  lines = [];
}

/** The validator has done with the file before when it reads the first byte of the next one. */
function reader() {
  let bytes;
  let position = 0;
  return () => {
    if (bytes === undefined) {
      answer();
      bytes = waitForDocument();
      isOpen = true;
    }
    return position < bytes.length ? bytes[position++] : null;
  };
}

function run() {
  return new Promise((resolve, reject) => {
    const options = {
      inputFiles: [{ fileName: 'schema.xsd', contents: schema }],
      arguments: ['--schema', 'schema.xsd', '--noout', ...names],
      wasmMemory: new WebAssembly.Memory({ initial: 256, maximum: 2048 }),
      instantiateWasm: (imports, done) => (done(new WebAssembly.Instance(compiled, imports)), {}),
      onRuntimeInitialized: () => names.forEach((name) => options.FS_createDevice('/', name, reader())),
      print: () => undefined,
      printErr: (line) => lines.push(line),
      onExit: resolve,
      onAbort: (reason) => reject(new Error(String(reason))),
    };
    xmllint(options).catch(reject);
  });
}

(async () => {
  for (;;) {
    await run();
    answer();
  }
})();
`;

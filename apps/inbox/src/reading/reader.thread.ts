import { parentPort } from 'node:worker_threads';
import { readMail } from './read-mail.ts';

/** Runs in a thread of its own, so that no email can hold up the service. */
parentPort?.on('message', (raw: Uint8Array) => {
  readMail(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)).then(
    (reading) => parentPort?.postMessage({ reading }),
    (error: unknown) =>
      parentPort?.postMessage({ error: error instanceof Error ? error.stack : String(error) }),
  );
});

import type { Socket } from 'node:net';
import type { Client, FTPContext } from 'basic-ftp';
import { openDataConnection, transfer } from './data-connection.ts';
import { Interrupted } from './failures.ts';

/** The bytes of a file. */
export interface Source {
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
  /** Called with each chunk that is written. */
  release?: (chunk: Uint8Array) => void;
}

/**
 * Stores bytes under a name. If the data connection breaks, the reply on the control connection is awaited: it contains the reason (disk
 * full, quota), and the session stays usable.
 */
export async function store({ ftp }: Client, source: Source, name: string): Promise<void> {
  const data = await openDataConnection(ftp);
  data.on('error', () => undefined);
  try {
    await transfer(ftp, `STOR ${name}`, () => pump(ftp, source, data));
  } finally {
    data.destroy();
  }
}

async function pump(ftp: FTPContext, source: Source, data: Socket): Promise<void> {
  // While bytes flow the control connection is silent; the data connection is monitored instead.
  ftp.socket.setTimeout(0);
  data.on('timeout', () => ftp.closeWithError(new Interrupted('The transfer stalled.')));
  try {
    await send(source, data, ftp.timeout);
  } catch (error) {
    // The server waits for the end of the file, also if the source has failed.
    data.destroy();
    throw error instanceof Error ? error : new Error('The data connection was lost.');
  } finally {
    data.setTimeout(0);
    if (!ftp.closed) ftp.socket.setTimeout(ftp.timeout);
  }
}

/** Sends chunks; the next one is read while this one is written. The server's timeout is paused while the source is read. */
async function send({ chunks, release }: Source, data: Socket, timeoutMs: number): Promise<void> {
  let writing = Promise.resolve();
  for await (const chunk of chunks) {
    data.setTimeout(timeoutMs);
    await writing;
    writing = settled((done) => data.write(chunk, done)).then(() => release?.(chunk));
    // It is awaited with the next chunk. Until then a rejection has no handler.
    writing.catch(() => undefined);
    data.setTimeout(0);
  }
  data.setTimeout(timeoutMs);
  await writing;
  await settled((done) => data.end(done));
}

const settled = (start: (done: (error?: Error | null) => void) => unknown): Promise<void> =>
  new Promise((resolve, reject) => {
    start((error) => (error ? reject(error) : resolve()));
  });

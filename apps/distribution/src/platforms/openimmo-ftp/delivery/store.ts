import type { Socket } from 'node:net';
import type { Client } from 'basic-ftp';
import { openDataConnection } from './data-connection.ts';
import { GaveUp } from './failures.ts';

/** The bytes of a file. */
export type Chunks = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/**
 * Stores bytes under a name. When the data connection breaks, the reply on the control connection is awaited: it says
 * why (disk full, quota), and the session stays usable.
 */
export async function store(client: Client, source: Chunks, name: string): Promise<void> {
  const data = await openDataConnection(client.ftp);
  data.on('error', () => undefined);
  try {
    await transfer(client, { source, data, name });
  } finally {
    data.destroy();
  }
}

interface Transfer {
  source: Chunks;
  data: Socket;
  name: string;
}

function transfer({ ftp }: Client, { source, data, name }: Transfer): Promise<void> {
  let dataError: Error | undefined;
  let dataEnded = false;
  let confirmed = false;
  const pump = async () => {
    data.setTimeout(ftp.timeout, () => ftp.closeWithError(new GaveUp('The transfer stalled.')));
    try {
      await send(source, data);
    } catch (error) {
      dataError = error instanceof Error ? error : new Error('The data connection was lost.');
      // The server waits for the end of the file, also when it is the source that failed.
      data.destroy();
    }
    data.setTimeout(0);
    dataEnded = true;
    if (!confirmed && !ftp.closed) ftp.socket.setTimeout(ftp.timeout);
  };
  return ftp.handle(`STOR ${name}`, (reply, task) => {
    const settle = () => {
      if (!confirmed || !dataEnded) return;
      if (dataError === undefined) task.resolve(undefined);
      else task.reject(dataError);
    };
    if (reply instanceof Error) {
      task.reject(reply);
    } else if (reply.code === 150 || reply.code === 125) {
      // While bytes flow the control connection is silent; the data connection is watched instead.
      ftp.socket.setTimeout(0);
      void pump().then(settle);
    } else if (reply.code >= 200 && reply.code < 300) {
      confirmed = true;
      settle();
    }
  });
}

/** The next chunk is read while this one is written. */
async function send(source: Chunks, data: Socket): Promise<void> {
  let writing = Promise.resolve();
  for await (const chunk of source) {
    await writing;
    writing = settled((done) => data.write(chunk, done));
    // It is awaited with the next chunk; until then nobody listens.
    writing.catch(() => undefined);
  }
  await writing;
  await settled((done) => data.end(done));
}

const settled = (start: (done: (error?: Error | null) => void) => unknown): Promise<void> =>
  new Promise((resolve, reject) => {
    start((error) => (error ? reject(error) : resolve()));
  });

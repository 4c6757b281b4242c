import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Client } from 'basic-ftp';
import { openDataConnection } from './data-connection.ts';
import { GaveUp } from './failures.ts';

/**
 * Stores a stream under a name. When the data connection breaks, the reply on the control connection is awaited: it says
 * why (disk full, quota), and the session stays usable.
 */
export async function store(client: Client, source: Readable, name: string): Promise<void> {
  const data = await openDataConnection(client.ftp);
  data.on('error', () => undefined);
  try {
    await transfer(client, { source, data, name });
  } finally {
    source.destroy();
    data.destroy();
  }
}

interface Transfer {
  source: Readable;
  data: Socket;
  name: string;
}

function transfer({ ftp }: Client, { source, data, name }: Transfer): Promise<void> {
  let dataError: Error | undefined;
  let dataEnded = false;
  let confirmed = false;
  const pump = async () => {
    data.setTimeout(ftp.timeout, () => ftp.closeWithError(new GaveUp('The transfer stood still.')));
    try {
      await pipeline(source, data);
    } catch (error) {
      dataError = error instanceof Error ? error : new Error('The data connection broke.');
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

import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

export interface CuttingProxy {
  port: number;
  /** The number of connections that were cut. */
  cuts(): number;
  /** Stops cutting connections. */
  calm(): void;
  /** Closes open connections and accepts no more. */
  close(): Promise<void>;
}

/** Starts a proxy in front of a server that cuts each connection after some bytes, in the middle of a message. */
export async function startCuttingProxy(
  target: { port: number; host?: string },
  bytesUntilCut: () => number,
): Promise<CuttingProxy> {
  const open = new Set<Socket>();
  let isCalm = false;
  let cuts = 0;
  const server = createServer((client) => {
    const upstream = connect({ host: '127.0.0.1', ...target });
    let left = bytesUntilCut();
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        open.delete(socket);
        client.destroy();
        upstream.destroy();
      });
      socket.on('data', (chunk) => {
        left -= chunk.length;
        if (left > 0 || isCalm) (socket === client ? upstream : client).write(chunk);
        else if (!socket.destroyed) {
          cuts += 1;
          client.destroy();
          upstream.destroy();
        }
      });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    cuts: () => cuts,
    calm: () => {
      isCalm = true;
    },
    close: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

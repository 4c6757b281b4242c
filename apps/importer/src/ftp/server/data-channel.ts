import { once } from 'node:events';
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { SecureContext } from 'node:tls';
import { FtpRefusal } from './ftp-refusal.ts';

export interface PassivePorts {
  /** 0 as the first lets the system choose. */
  first: number;
  last: number;
}

export interface DataOptions {
  host: string;
  ports: PassivePorts;
  /** Only this address may connect: otherwise anybody could send or take the file. */
  clientAddress: string;
  connectMs: number;
}

const MOST_TRIES = 50;

/** IPv4 addresses that a dual-stack socket shows as IPv6 ones. */
export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/iu, '');

/** A passive data connection: a port that waits for one connection of the client, for a limited time. */
export class DataChannel {
  readonly port: number;
  readonly #server: Server;
  readonly #connected: Promise<Socket>;
  #socket: Socket | undefined;

  private constructor(server: Server, { clientAddress, connectMs }: DataOptions) {
    this.#server = server;
    this.port = (server.address() as AddressInfo).port;
    const waiting = AbortSignal.timeout(connectMs);
    this.#connected = new Promise((resolve, reject) => {
      waiting.addEventListener('abort', () => {
        server.close();
        reject(new FtpRefusal(425, 'No data connection was opened in time.'));
      });
      server.once('close', () => reject(new FtpRefusal(425, 'The data connection was closed.')));
      server.on('connection', (socket) => {
        // An error is seen by whoever reads or writes.
        socket.on('error', () => undefined);
        if (this.#socket || plainAddress(socket.remoteAddress ?? '') !== clientAddress) {
          socket.destroy();
          return;
        }
        this.#socket = socket.pause();
        resolve(socket);
        server.close();
      });
    });
    this.#connected.catch(() => undefined);
  }

  /** @throws FtpRefusal when no port is free */
  static async open(options: DataOptions): Promise<DataChannel> {
    const { first, last } = options.ports;
    const count = last - first + 1;
    const offset = randomInt(count);
    for (let tried = 0; tried < Math.min(count, MOST_TRIES); tried += 1) {
      const server = await listening(options.host, first === 0 ? 0 : first + ((offset + tried) % count));
      if (server) return new DataChannel(server, options);
    }
    throw new FtpRefusal(421, 'All data ports are in use; try again later.');
  }

  /** The connection, encrypted when the client wants that. @throws FtpRefusal */
  async connect(secureContext: SecureContext | undefined): Promise<Socket> {
    const socket = await this.#connected;
    if (!secureContext) return socket;
    const secure = new TLSSocket(socket, { isServer: true, secureContext });
    secure.on('error', () => undefined);
    this.#socket = secure;
    // Ended before the handshake, the connection would be an error to the client; this matters to empty lists.
    await Promise.race([once(secure, 'secure'), failedHandshake(secure)]);
    return secure;
  }

  /** Releases the connection, which is closed by whoever has it. */
  release(): void {
    this.#server.close();
    this.#socket = undefined;
  }

  close(): void {
    this.#server.close();
    this.#socket?.destroy();
  }
}

async function failedHandshake(socket: Socket): Promise<never> {
  await new Promise((resolve) => socket.once('close', resolve));
  throw new FtpRefusal(425, 'The TLS handshake of the data connection failed.');
}

/** A server on the port; undefined when the port is in use. */
async function listening(host: string, port: number): Promise<Server | undefined> {
  const server = createServer({ pauseOnConnect: true, allowHalfOpen: false });
  try {
    server.listen({ host, port, backlog: 4, exclusive: true });
    await once(server, 'listening');
    server.on('error', () => undefined);
    return server;
  } catch {
    server.close();
    return undefined;
  }
}

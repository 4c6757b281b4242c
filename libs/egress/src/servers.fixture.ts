import { createServer as createHttpServer } from 'node:http';
import type { RequestListener } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import type { Server, Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { TlsOptions } from 'node:tls';
import { afterEach } from 'vitest';
import { guardedAgent } from './guarded-agent.ts';
import type { GuardedAgent, GuardedAgentOptions } from './guarded-agent.ts';
import type { EgressPolicy } from './policy.ts';

export const loopbackOpen: EgressPolicy = { allowHttp: true, allowedNetworks: ['127.0.0.0/8'] };
export const closed: EgressPolicy = { allowHttp: true, allowedNetworks: [] };

/** A policy under which every name leads to this machine. */
export const everyNameIsLocal: EgressPolicy = {
  ...loopbackOpen,
  lookup: async () => [{ address: '127.0.0.1', family: 4 }],
};

export interface TestServer {
  port: number;
  url: string;
  /** The number of connections so far. */
  connections(): number;
}

/** Bytes with a pattern that reveals a misplaced chunk. */
export const patterned = (length: number, seed: number): Buffer =>
  Buffer.from(Uint8Array.from({ length }, (_, index) => (index * 7 + (index >> 8) * seed + seed) % 256));

const cleanUps: (() => Promise<void>)[] = [];

afterEach(async () => {
  await Promise.all(cleanUps.splice(0).map((cleanUp) => cleanUp()));
});

export function agentFor(policy: EgressPolicy, options?: GuardedAgentOptions): GuardedAgent {
  const agent = guardedAgent(policy, options);
  cleanUps.push(() => agent.destroy());
  return agent;
}

export const httpServer = (listener: RequestListener): Promise<TestServer> =>
  listen(createHttpServer({ keepAliveTimeout: 600_000 }, listener));

/** A server for raw bytes: `onRequest` is called for every chunk that arrives. */
export const tcpServer = (onRequest: (socket: Socket, connection: number) => void): Promise<TestServer> => {
  let connection = 0;
  return listen(
    createTcpServer((socket) => {
      connection += 1;
      const own = connection;
      socket.on('data', () => onRequest(socket, own));
    }),
  );
};

export const tlsServer = (options: TlsOptions): Promise<TestServer> =>
  listen(
    createTlsServer(options, (socket) => {
      socket.on('error', () => undefined);
      socket.on('data', () => socket.end('HTTP/1.1 204 No Content\r\n\r\n'));
    }),
  );

async function listen(server: Server): Promise<TestServer> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUps.push(async () => {
    const closedServer = new Promise<void>((resolve) => server.close(() => resolve()));
    sockets.forEach((socket) => socket.destroy());
    await closedServer;
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { port, url: `http://127.0.0.1:${port}`, connections: () => connections };
}

/** Writes `piece` again and again until the other side closes. */
export function pourInto(
  sink: NodeJS.WritableStream & { destroyed?: boolean },
  piece: string | Buffer,
): Promise<void> {
  return new Promise((resolve) => {
    sink.on('close', resolve);
    sink.on('error', () => undefined);
    const pour = () => {
      while (sink.destroyed !== true && sink.write(piece)) {
        // the loop ends when the buffer is full
      }
    };
    sink.on('drain', pour);
    pour();
  });
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createTcpServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

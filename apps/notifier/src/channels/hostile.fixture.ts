import { createServer as createTcpServer, Socket } from 'node:net';
import type { Server } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { TlsOptions } from 'node:tls';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { guardedAgent } from '@estate/egress';
import type { EgressPolicy, GuardedAgentOptions } from '@estate/egress';
import { newSigningKey } from '@estate/vault';
import { webhookChannel } from './webhook-channel.ts';
import type { WebhookResult } from './webhook-channel.ts';

/** Speaks raw bytes to whoever sent a whole request. */
export type Behaviour = (socket: Socket, about: Hostile) => void;

export interface Hostile {
  port: number;
  /** Whole requests that came. */
  requests: number;
  /** The head of the newest one. */
  head: string;
  connections: number;
  /** Bytes that were taken from it. */
  sent: number;
  closed: number;
}

const cleanUps: (() => Promise<unknown>)[] = [];

export async function cleanUp(): Promise<void> {
  for (const one of cleanUps.splice(0).toReversed()) await one();
}

/** A receiver on loopback that behaves as it likes once a request is complete. */
export const hostile = (behave: Behaviour): Promise<Hostile> =>
  listen(createTcpServer({ allowHalfOpen: true }), behave);

export const hostileTls = (options: TlsOptions, behave: Behaviour = accept): Promise<Hostile> =>
  listen(createTlsServer(options), behave);

export const accept: Behaviour = (socket) => socket.end('HTTP/1.1 204 No Content\r\n\r\n');

async function listen(server: Server, behave: Behaviour): Promise<Hostile> {
  const sockets = new Set<Socket>();
  const about: Hostile = { port: 0, requests: 0, head: '', connections: 0, sent: 0, closed: 0 };
  const event = 'setSecureContext' in server ? 'secureConnection' : 'connection';
  server.on('connection', (socket: Socket) => {
    about.connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  server.on(event, (socket: Socket) => {
    let got = '';
    socket.on('error', () => undefined);
    socket.on('close', () => {
      about.closed += 1;
      about.sent += socket.bytesWritten;
    });
    socket.on('data', (chunk: Buffer) => {
      got += chunk.toString('latin1');
      const head = got.indexOf('\r\n\r\n');
      const length = Number(/content-length: (\d+)/i.exec(got)?.[1] ?? 0);
      if (head < 0 || got.length < head + 4 + length) return;
      about.head = got.slice(0, head);
      got = '';
      about.requests += 1;
      behave(socket, about);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  about.port = (server.address() as AddressInfo).port;
  cleanUps.push(async () => {
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  });
  return about;
}

/** Writes again and again until the other side goes away. */
export function pour(socket: Socket, piece: string | Buffer): void {
  const more = () => {
    while (!socket.destroyed && socket.write(piece)) {
      // until the buffer is full
    }
  };
  socket.on('drain', more);
  more();
}

/** Writes one byte at a time for as long as somebody listens. */
export function drip(socket: Socket, head: string): void {
  socket.write(head);
  const timer = setInterval(() => socket.write('x'), 5);
  socket.on('close', () => clearInterval(timer));
}

export const SHORT_MS = 1000;
/** Longer than any pause of a busy machine: whatever else a receiver does comes first. */
const PATIENCE_MS = 60_000;

const key = newSigningKey();

/** Attempts one delivery as the notifier does. */
export async function deliver(
  url: string,
  policy: EgressPolicy,
  options: GuardedAgentOptions & { timeoutMs?: number; headers?: Record<string, string> } = {},
): Promise<WebhookResult> {
  const { headers = {}, ...agentOptions } = options;
  const agent = guardedAgent(policy, agentOptions);
  const channel = webhookChannel({
    agent,
    clock: () => new Date(),
    timeoutMs: options.timeoutMs ?? PATIENCE_MS,
  });
  const call = { url, signingKeys: [key], eventId: 'event', rawBody: '{"a":"ä"}', attempt: 1, headers };
  try {
    return await channel.post(call);
  } finally {
    await agent.destroy();
  }
}

/** Every address that this process begins to dial while something runs, names resolved. */
export async function dialled(run: () => Promise<unknown>): Promise<string[]> {
  const seen: string[] = [];
  const prototype = Socket.prototype as unknown as { connect: (...given: unknown[]) => unknown };
  const original = prototype.connect;
  prototype.connect = function connect(this: Socket, ...given: unknown[]) {
    this.on('connectionAttempt', (address: string) => seen.push(address));
    return original.apply(this, given);
  };
  try {
    await run();
  } finally {
    prototype.connect = original;
  }
  return seen;
}

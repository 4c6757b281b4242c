import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { Access } from './access/access.ts';
import { Cursors } from './commands/cursors.ts';
import { runCommand } from './commands/index.ts';
import { openEngine } from './engine.ts';
import { Failures, type Log } from './log.ts';
import { StartError } from './start-error.ts';
import { startTtl } from './storage/ttl.ts';
import { MessageBudget, serveConnection } from './wire/connection.ts';

/**
 * The options of the server. `port` 0 takes any free one, `ttlIntervalMs` is 60,000 by default. `log` receives the failures of background
 * work; it is stderr by default. `host` is the loopback address by default. With `access`, clients have to sign in as users, of which
 * anybody may create the first.
 */
export type EmbeddedMongoOptions = {
  port: number;
  directory: string;
  host?: string;
  access?: boolean;
  ttlIntervalMs?: number;
  log?: Log;
};

/** A running server. */
export type EmbeddedMongo = { uri: string; port: number; close(): Promise<void> };

const everyMinute = 60_000;

const toStderr: Log = (message) => void process.stderr.write(`embedded-mongo: ${message}\n`);

const LOOPBACK = '127.0.0.1';

async function listen(
  listener: Server,
  { port, host = LOOPBACK }: Pick<EmbeddedMongoOptions, 'port' | 'host'>,
): Promise<number> {
  listener.listen(port, host);
  try {
    await once(listener, 'listening');
  } catch (error) {
    throw new StartError(`The embedded server cannot listen on port ${port} of ${host}: ${String(error)}`);
  }
  return (listener.address() as AddressInfo).port;
}

/** Starts the development server. */
export async function startEmbeddedMongo(options: EmbeddedMongoOptions): Promise<EmbeddedMongo> {
  const { log = toStderr } = options;
  const engine = openEngine(options.directory);
  const access = options.access === true ? new Access(engine) : undefined;
  const server = { engine, cursors: new Cursors(), ...(access && { access }) };
  const sockets = new Set<Socket>();
  const budget = new MessageBudget();
  let connections = 0;
  const listener = createServer((socket) => {
    const connection = ++connections;
    sockets.add(socket);
    socket.once('close', () => {
      sockets.delete(socket);
      access?.forget(connection);
    });
    serveConnection(socket, budget, (request) => runCommand(request, server, connection));
  });
  const port = await listen(listener, options).catch(async (error: unknown) => {
    await engine.close();
    throw error;
  });
  // A failure to accept a connection, for example without a free file descriptor.
  const accepting = new Failures('Accepting a connection', log);
  listener.on('error', (error) => accepting.report(error));
  listener.on('connection', () => accepting.clear());
  const ttl = startTtl(engine, { intervalMs: options.ttlIntervalMs ?? everyMinute, log });
  let closing: Promise<void> | undefined;
  const end = async (): Promise<void> => {
    await ttl.stop();
    const closed = new Promise<void>((resolve) => listener.close(() => resolve()));
    for (const socket of sockets) socket.destroy();
    await closed;
    await engine.close();
  };
  const close = () => (closing ??= end());
  return { uri: `mongodb://127.0.0.1:${port}/?directConnection=true`, port, close };
}

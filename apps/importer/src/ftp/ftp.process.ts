import { FtpServer } from './server/ftp-server.ts';
import type { FromProcess, StartOrder, ToProcess } from './server/order.ts';
import { RemoteBackend } from './server/remote-backend.ts';
import { Spool } from './server/spool.ts';

/** Runs in a process of its own, so that no client of the FTP server can harm the service. */
const send = (message: FromProcess): void => void process.send?.(message);
const backend = new RemoteBackend(send);
let server: FtpServer | undefined;
let spool: Spool | undefined;

async function start({ server: options, directory }: StartOrder): Promise<void> {
  spool = await Spool.open({ directory, limits: options.limits, now: () => Date.now() });
  server = await FtpServer.start(options, backend, spool);
  send({ kind: 'listening', port: server.port });
}

async function close(): Promise<void> {
  await server?.close();
  send({ kind: 'closed' });
}

function failed(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
}

function obey(order: ToProcess): void {
  if (order.kind === 'answer') backend.answered(order);
  else if (order.kind === 'ping') send({ kind: 'pong' });
  else if (order.kind === 'start') start(order).catch(failed);
  else if (order.kind === 'close') close().catch(failed);
  else if (order.kind === 'certificate') server?.useCertificate(order.pair);
  else spool?.remove(order.sourceId).catch(failed);
}

// A Ctrl-C reaches every process of a terminal; this process ends with its service.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
process.on('disconnect', () => process.exit());
process.on('message', obey);

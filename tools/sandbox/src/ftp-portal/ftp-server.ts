import type { EventEmitter } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import { FtpSrv } from 'ftp-srv';
import type { FtpConnection, FtpServerOptions } from 'ftp-srv';
import type { CommandLog } from './command-log.ts';
import type { FtpFaults } from './ftp-faults.ts';
import type { FtpSession } from './ftp-session.ts';
import { PortalFileSystem } from './portal-file-system.ts';
import { SessionGuard } from './session-guard.ts';

export interface FtpServerParts {
  port: number;
  host: string;
  tls?: { key: string; cert: string };
  faults: FtpFaults;
  log: CommandLog;
  /** The password of a user, or undefined for an unknown one. */
  passwordOf(username: string): string | undefined;
  rootOf(username: string): string;
  arrived(username: string, path: string): Promise<void>;
}

/** Members of ftp-srv that its types leave out. */
interface Inner {
  server: Server;
  getNextPasvPort(): Promise<number>;
}

const noop = (): void => undefined;
const SILENT = { trace: noop, debug: noop, info: noop, warn: noop, error: noop, child: () => SILENT };
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGQUIT'] as const;

/** Creates a server without signal handlers: ftp-srv would end the whole process on a signal, which the starter of the portal decides. */
function createWithoutSignals(options: FtpServerOptions): FtpSrv {
  const before = SIGNALS.map((signal) => process.listeners(signal));
  const server = new FtpSrv(options);
  SIGNALS.forEach((signal, index) => {
    const added = process.listeners(signal).filter((listener) => !before[index]?.includes(listener));
    for (const listener of added) process.removeListener(signal, listener);
  });
  return server;
}

/** The address that clients connect to for data: one of this machine if it listens on all of them. */
function announced(host: string): string {
  if (host !== '0.0.0.0') return host;
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return own.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? host;
}

function createServer({ port, host, tls }: FtpServerParts): FtpSrv & Inner {
  const server = createWithoutSignals({
    url: `ftp://${host}:${port}`,
    pasv_url: announced(host),
    ...(tls && { tls }),
    log: SILENT,
  }) as FtpSrv & Inner;
  // Port 0 lets the system choose: no two portals of a test run compete for the same ones.
  server.getNextPasvPort = () => Promise.resolve(0);
  return server;
}

function watchSessions(
  server: FtpSrv,
  { log, faults }: FtpServerParts,
): WeakMap<FtpConnection, SessionGuard> {
  const guards = new WeakMap<FtpConnection, SessionGuard>();
  const events: EventEmitter = server;
  events.on('connect', ({ connection }: { connection: FtpConnection & FtpSession }) => {
    guards.set(connection, new SessionGuard(connection, log, faults));
  });
  return guards;
}

/** Starts the FTP side of the portal. */
export async function startFtpServer(
  parts: FtpServerParts,
): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer(parts);
  const guards = watchSessions(server, parts);
  server.on('login', ({ connection, username, password }, resolve, reject) => {
    const guard = guards.get(connection);
    if (!guard || parts.passwordOf(username) !== password) return reject(new Error('Login incorrect.'));
    const session = connection as FtpConnection & FtpSession;
    const arrived = (path: string): Promise<void> => parts.arrived(username, path);
    const { faults } = parts;
    const root = parts.rootOf(username);
    resolve({ fs: new PortalFileSystem({ connection, session, guard, faults, username, root, arrived }) });
  });
  await server.listen();
  const { port } = server.server.address() as AddressInfo;
  return { port, close: () => server.close() as Promise<void> };
}

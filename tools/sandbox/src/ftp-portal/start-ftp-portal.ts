import { InvalidInput } from '@estate/errors';
import { LOOPBACK, serve, webApp } from '../web-server.ts';
import type { WebServer } from '../web-server.ts';
import { CommandLog } from './command-log.ts';
import { FtpFaults } from './ftp-faults.ts';
import { startFtpServer } from './ftp-server.ts';
import { addPortalApi } from './portal-api.ts';
import { portalOf } from './portal-context.ts';
import type { PortalContext } from './portal-context.ts';
import { addPortalPages } from './portal-pages.ts';
import { PortalReports } from './portal-reports.ts';
import { UserPortal } from './user-portal.ts';

export interface FtpPortalOptions {
  /** 0 for a free port, also for `httpPort`. */
  ftpPort: number;
  httpPort: number;
  /** The address to listen on; by default the loopback interface. */
  host?: string;
  /** The folder of each user's files and objects; a restart on the same directory continues with them. */
  directory: string;
  users: readonly { username: string; password: string }[];
  /** The port to which reports are sent; without it the portal sends none. */
  smtpPort?: number;
  smtpHost?: string;
  /** PEM; if given, AUTH TLS is offered. */
  tls?: { key: string; cert: string };
}

export interface FtpPortal extends WebServer {
  ftpPort: number;
}

const USER_NAME = /^[A-Za-z0-9][A-Za-z0-9._@-]{0,63}$/;

async function openUsers(
  options: FtpPortalOptions,
  shared: Parameters<typeof UserPortal.open>[2],
): Promise<Map<string, UserPortal>> {
  const users = new Map<string, UserPortal>();
  for (const { username } of options.users) {
    if (!USER_NAME.test(username))
      throw new InvalidInput(`The user name ${username} cannot name a directory.`);
    users.set(username, await UserPortal.open(username, options.directory, shared));
  }
  return users;
}

async function startFtp(options: FtpPortalOptions, parts: Pick<PortalContext, 'users' | 'faults' | 'log'>) {
  const passwords = new Map(options.users.map(({ username, password }) => [username, password]));
  return startFtpServer({
    port: options.ftpPort,
    host: options.host ?? LOOPBACK,
    ...(options.tls && { tls: options.tls }),
    faults: parts.faults,
    log: parts.log,
    passwordOf: (username) => passwords.get(username),
    rootOf: (username) => portalOf(parts.users, username).root,
    arrived: (username, path) => portalOf(parts.users, username).arrived(path),
  });
}

/** Starts a portal that takes OpenImmo packages over FTP and imports them like a real one. */
export async function startFtpPortal(options: FtpPortalOptions): Promise<FtpPortal> {
  let imports = 0;
  const faults = new FtpFaults();
  const log = new CommandLog();
  const { smtpPort, smtpHost = LOOPBACK } = options;
  const reports = new PortalReports(smtpPort === undefined ? undefined : { host: smtpHost, port: smtpPort });
  const users = await openUsers(options, { changed: () => (imports += 1), reports });
  const ftp = await startFtp(options, { users, faults, log });
  const settled = async (): Promise<void> => {
    await Promise.all([...users.values()].map((user) => user.settled()));
  };
  const version = (): number => imports + log.count;
  const context: PortalContext = { users, faults, reports, log, ftpPort: ftp.port, version, settled };
  const app = webApp();
  addPortalApi(app, context);
  addPortalPages(app, context);
  const web = await serve(app, { port: options.httpPort, host: options.host });
  return {
    ...web,
    ftpPort: ftp.port,
    close: async () => {
      for (const portal of users.values()) portal.release();
      await Promise.all([ftp.close(), web.close()]);
      await settled();
    },
  };
}

import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { createSecureContext } from 'node:tls';
import type { SecureContext } from 'node:tls';
import type { CertificatePair } from '@estate/runtime';
import { admit, networkOf } from '@estate/runtime/connections';
import type { Backend } from './backend.ts';
import { COMMANDS } from './commands/index.ts';
import { plainAddress } from './data-channel.ts';
import type { PassivePorts } from './data-channel.ts';
import type { FtpLimits } from './limits.ts';
import { LoginHistory } from './login-history.ts';
import { Session } from './session.ts';
import type { SourceFolder } from './source-folder.ts';
import type { SweepTimes } from './stored-file.ts';
import type { Spool } from './spool.ts';

export interface FtpServerOptions {
  host: string;
  port: number;
  ports: PassivePorts;
  publicAddress: string | undefined;
  limits: FtpLimits;
  certificate: CertificatePair | undefined;
  sweepMs: number;
  times: SweepTimes;
}

/** The FTP server of import sources. */
export class FtpServer {
  readonly #options: FtpServerOptions;
  readonly #backend: Backend;
  readonly #spool: Spool;
  readonly #server: Server;
  readonly #loginHistory: LoginHistory;
  readonly #sessions = new Set<Session>();
  #secureContext: SecureContext | undefined;
  #sweeping: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  private constructor(options: FtpServerOptions, backend: Backend, spool: Spool) {
    this.#options = options;
    this.#backend = backend;
    this.#spool = spool;
    this.#loginHistory = new LoginHistory(options.limits, spool.options.now);
    this.#server = createServer({ noDelay: true, keepAlive: true }, (socket) => this.#connected(socket));
    this.useCertificate(options.certificate);
  }

  static async start(options: FtpServerOptions, backend: Backend, spool: Spool): Promise<FtpServer> {
    const server = new FtpServer(options, backend, spool);
    server.#server.listen(options.port, options.host);
    await once(server.#server, 'listening');
    server.#server.on('error', (error) => backend.note({ kind: 'failed', error: String(error) }));
    server.#timer = setInterval(() => void server.sweep(), options.sweepMs);
    return server;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  useCertificate(pair: CertificatePair | undefined): void {
    if (pair) this.#secureContext = createSecureContext({ ...pair, minVersion: 'TLSv1.2' });
  }

  /** Looks for packages that are complete; one look at a time. */
  sweep(): Promise<void> {
    this.#sweeping = this.#sweeping.then(() => this.#look());
    return this.#sweeping;
  }

  /** Ends all sessions; a transfer that runs is ended, and its client continues it or sends it again. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const session of this.#sessions) session.end('The server is restarting; try again in a minute.');
    await closed;
    // No upload is running any more, so every file with a valid end is complete.
    await this.#sweeping;
    await this.#look({ ...this.#options.times, stableMs: 0 });
  }

  async #look(times = this.#options.times): Promise<void> {
    const failed = (error: unknown): number => {
      this.#backend.note({ kind: 'failed', error: String(error instanceof Error ? error.stack : error) });
      return 0;
    };
    // A failure in the files of one source must not delay the others.
    for (const folder of this.#spool.folders) await folder.sweep(times).catch(failed);
    const readyPackages = await this.#spool.measureReady().catch(failed);
    const { bytes: spoolBytes } = this.#spool;
    this.#backend.note({ kind: 'state', connections: this.#sessions.size, spoolBytes, readyPackages });
  }

  /** Why there is no place for a connection from the network; undefined if there is one, which may be that of another one. */
  #refusal(network: string): string | undefined {
    const { limits } = this.#options;
    const places = {
      all: limits.connections,
      untrusted: limits.connectionsBeforeLogin,
      perNetwork: limits.connectionsPerAddress,
      untrustedPerNetwork: limits.strangersPerAddress,
    };
    const { isKnown } = this.#loginHistory;
    const sessions = [...this.#sessions];
    const { isAdmitted, dropped } = admit(sessions, network, { places, isKnown });
    if (dropped) {
      this.#sessions.delete(dropped);
      dropped.drop();
    }
    if (isAdmitted) return undefined;
    const ofNetwork = sessions.filter((session) => session.network === network).length;
    const isFull = ofNetwork >= places.perNetwork;
    return `Too many connections.${isFull ? ` One address may have ${String(places.perNetwork)}.` : ''}`;
  }

  #connected(socket: Socket): void {
    const address = plainAddress(socket.remoteAddress ?? '');
    const refusal = this.#refusal(networkOf(address));
    if (refusal !== undefined) {
      socket.on('error', () => undefined);
      socket.end(`421 ${refusal}\r\n`, () => socket.destroy());
      return;
    }
    const session: Session = new Session(
      socket,
      {
        ...this.#options,
        commands: COMMANDS,
        backend: this.#backend,
        spool: this.#spool,
        loginHistory: this.#loginHistory,
        secureContext: () => this.#secureContext,
        sessionsOf: (folder) => this.#sessionsOf(folder),
        closed: () => void this.#sessions.delete(session),
      },
      address,
    );
    this.#sessions.add(session);
  }

  #sessionsOf({ sourceId, accountId }: SourceFolder): { source: number; account: number } {
    const folders = [...this.#sessions].flatMap(({ login }) => login?.folder ?? []);
    return {
      source: folders.filter((folder) => folder.sourceId === sourceId).length,
      account: folders.filter((folder) => folder.accountId === accountId).length,
    };
  }
}

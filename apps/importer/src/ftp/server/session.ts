import type { Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import { networkOf } from '@estate/runtime/connections';
import type { Backend } from './backend.ts';
import type { Command } from './command.ts';
import type { CommandTable } from './command-table.ts';
import { ControlConnection } from './control-connection.ts';
import { DataChannel } from './data-channel.ts';
import type { PassivePorts } from './data-channel.ts';
import { FtpRefusal, refusalOf } from './ftp-refusal.ts';
import { FIXED_LIMITS } from './limits.ts';
import type { FtpLimits } from './limits.ts';
import type { LoginHistory } from './login-history.ts';
import { resolvePath } from './paths.ts';
import type { SourceFolder } from './source-folder.ts';
import type { Spool } from './spool.ts';

export interface SessionParts {
  commands: CommandTable<Session>;
  host: string;
  ports: PassivePorts;
  /** The IPv4 address that `PASV` names, when clients do not reach the one of the connection. */
  publicAddress: string | undefined;
  limits: FtpLimits;
  backend: Backend;
  spool: Spool;
  loginHistory: LoginHistory;
  secureContext: () => SecureContext | undefined;
  /** How many sessions the source has, and its account. */
  sessionsOf: (folder: SourceFolder) => { source: number; account: number };
  closed: () => void;
}

export interface Login {
  user: string;
  password: string;
  folder: SourceFolder;
}

/** One client. */
export class Session {
  readonly control: ControlConnection;
  readonly parts: SessionParts;
  readonly address: string;
  readonly network: string;
  readonly localAddress: string;
  user: string | undefined;
  login: Login | undefined;
  directory = '/';
  restartAt = 0;
  renameFrom: string | undefined;
  isDataSecure = false;
  /** Aborts the transfer that runs. */
  transfer: AbortController | undefined;
  #channel: DataChannel | undefined;
  #commands = 0;
  #idle: NodeJS.Timeout | undefined;
  readonly #loginTimer: NodeJS.Timeout;

  constructor(socket: Socket, parts: SessionParts, address: string) {
    this.parts = parts;
    this.address = address;
    this.network = networkOf(address);
    this.localAddress = socket.localAddress ?? '';
    this.control = new ControlConnection(socket, {
      command: (command) => this.#answer(command),
      abort: () => this.transfer?.abort(new FtpRefusal(426, 'The transfer was aborted.')),
      closed: () => this.#closed(),
    });
    this.#loginTimer = setTimeout(() => {
      if (!this.login) this.control.end(421, 'No login in time.');
    }, parts.limits.loginMs);
    this.#loginTimer.unref();
    this.#restartIdle();
    this.control.reply(220, 'OpenImmo packages only.');
  }

  /** The folder of the source. @throws FtpRefusal before the login */
  get folder(): SourceFolder {
    if (!this.login) throw new FtpRefusal(530, 'Log in first.');
    return this.login.folder;
  }

  /** @throws FtpRefusal for a path that no file can have */
  path(name: string): string {
    const path = resolvePath(this.directory, name);
    if (path === undefined)
      throw new FtpRefusal(553, 'The name is too long or has characters that are not allowed.');
    return path;
  }

  async openChannel(): Promise<DataChannel> {
    this.closeChannel();
    const { host, ports, limits } = this.parts;
    const connectMs = limits.dataConnectMs;
    const channel = await DataChannel.open({ host, ports, clientAddress: this.address, connectMs });
    if (!this.control.isOpen) channel.close();
    this.#channel = channel;
    return channel;
  }

  closeChannel(): void {
    this.#channel?.close();
    this.#channel = undefined;
  }

  /** Forgets the data connection without closing it. */
  releaseChannel(): void {
    this.#channel?.release();
    this.#channel = undefined;
  }

  /** The data connection of the next transfer. @throws FtpRefusal */
  async data(): Promise<Socket> {
    if (!this.#channel) throw new FtpRefusal(425, 'Use PASV or EPSV first.');
    const context = this.isDataSecure ? this.parts.secureContext() : undefined;
    return this.#channel.connect(context);
  }

  end(text: string): void {
    this.control.end(421, text);
    this.transfer?.abort(new FtpRefusal(426, text));
  }

  /** True if its client has logged in. */
  get isTrusted(): boolean {
    return this.login !== undefined;
  }

  /** Ends a session whose place is needed by another one. */
  drop(): void {
    this.control.drop('The server has too many connections without a login; connect again and log in.');
  }

  async #answer(command: Command): Promise<void> {
    this.#commands += 1;
    if (!this.login && this.#commands > FIXED_LIMITS.commandsBeforeLogin) {
      this.control.end(421, 'Too many commands before the login.');
      return;
    }
    clearTimeout(this.#idle);
    try {
      await this.#run(command);
    } catch (error) {
      const refusal = refusalOf(error);
      if (!refusal)
        this.parts.backend.note({
          kind: 'failed',
          error: String(error instanceof Error ? error.stack : error),
        });
      this.control.reply(refusal?.code ?? 451, refusal?.message ?? 'The server failed; try again later.');
    } finally {
      this.#restartIdle();
    }
  }

  async #run({ verb, argument }: Command): Promise<void> {
    const definition = this.parts.commands.get(verb);
    if (!definition) throw new FtpRefusal(502, 'This command is not supported.');
    if (definition.needsLogin && !this.login) throw new FtpRefusal(530, 'Log in first.');
    if (definition.needsArgument && argument === '') throw new FtpRefusal(501, 'The argument is missing.');
    // These two apply to the command that follows them directly.
    const { renameFrom, restartAt } = this;
    this.renameFrom = undefined;
    if (verb !== 'PASV' && verb !== 'EPSV') this.restartAt = 0;
    await definition.run(this, { argument, renameFrom, restartAt });
  }

  #restartIdle(): void {
    clearTimeout(this.#idle);
    if (!this.control.isOpen) return;
    const { idleMs, silentMs } = this.parts.limits;
    this.#idle = setTimeout(() => this.end('No command in time.'), this.login ? idleMs : silentMs);
    this.#idle.unref();
  }

  #closed(): void {
    clearTimeout(this.#idle);
    clearTimeout(this.#loginTimer);
    this.transfer?.abort(new FtpRefusal(426, 'The connection was closed.'));
    this.closeChannel();
    this.parts.closed();
  }
}

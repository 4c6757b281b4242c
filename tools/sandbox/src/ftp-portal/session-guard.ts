import { TLSSocket } from 'node:tls';
import type { CommandEntry, CommandLog } from './command-log.ts';
import type { FtpFaults } from './ftp-faults.ts';
import { FURTHER_COMMANDS, withFurtherFeatures } from './further-commands.ts';
import { FtpRefusal } from './ftp-session.ts';
import type { FtpSession } from './ftp-session.ts';

/** Wraps a session of ftp-srv: records each command with its reply and applies the faults. */
export class SessionGuard {
  readonly #session: FtpSession;
  readonly #log: CommandLog;
  readonly #faults: FtpFaults;
  #entry: CommandEntry | undefined;
  #refusal: FtpRefusal | undefined;

  constructor(session: FtpSession, log: CommandLog, faults: FtpFaults) {
    this.#session = session;
    this.#log = log;
    this.#faults = faults;
    // Otherwise the reply after a transfer waits 40 ms until the client acknowledges the one before it.
    session.commandSocket.setNoDelay(true);
    this.#wrapReply();
    this.#wrapHandle();
  }

  /** Makes the next 550 of this session this refusal: ftp-srv knows no other code for a failed file. */
  refuse(refusal: FtpRefusal): FtpRefusal {
    this.#refusal = refusal;
    return refusal;
  }

  #wrapReply(): void {
    const reply = this.#session.reply.bind(this.#session);
    this.#session.reply = (options, ...letters) => {
      const code = typeof options === 'number' ? options : options.code;
      const refusal = code === 550 ? this.#refusal : undefined;
      this.#refusal = undefined;
      if (this.#entry && code !== undefined) this.#entry.reply = refusal?.code ?? code;
      return refusal
        ? reply(refusal.code, refusal.message)
        : reply(options, ...withFurtherFeatures(code, letters));
    };
  }

  #wrapHandle(): void {
    const { commands } = this.#session;
    const handle = commands.handle.bind(commands);
    commands.handle = async (line) => {
      const { commandSocket, id: connection, username: user } = this.#session;
      const encrypted = commandSocket instanceof TLSSocket;
      this.#entry = this.#log.begin({ connection, encrypted, user }, line);
      if (this.#entry.command === 'USER') this.#entry.user = this.#entry.argument;
      const refusal = this.#refusalOf(this.#entry);
      const further = FURTHER_COMMANDS.get(this.#entry.command);
      if (refusal) await this.#session.reply(refusal.code, refusal.message);
      else if (this.#entry.command === 'AUTH') await this.#beforeTls(() => handle(line));
      else if (further) await further(this.#session, this.#entry.argument);
      else await handle(line);
    };
  }

  /**
   * Holds input back until TLS is ready: ftp-srv answers before it listens for TLS, and would read the first words of a fast client as a
   * command. Until the handshake has ended, input is for TLS alone, which emits the decrypted data on the plain socket.
   */
  async #beforeTls(answer: () => PromiseLike<unknown>): Promise<void> {
    const plain = this.#session.commandSocket;
    const listeners = plain.listeners('data') as ((bytes: Buffer) => void)[];
    const pass = (bytes: Buffer) => {
      const { commandSocket } = this.#session;
      if (!(commandSocket instanceof TLSSocket) || commandSocket.getPeerFinished() === undefined) return;
      for (const listener of listeners) listener.call(plain, bytes);
    };
    plain.pause().removeAllListeners('data').on('data', pass);
    await answer();
    if (this.#session.commandSocket !== plain) return;
    plain.off('data', pass);
    for (const listener of listeners) plain.on('data', listener);
    plain.resume();
  }

  #refusalOf({ command, user }: CommandEntry): FtpRefusal | undefined {
    if (command === 'PASS' && this.#faults.strike('loginRefused', user))
      return new FtpRefusal(530, 'Login incorrect.');
    const denied = command === 'STOR' ? this.#faults.strike('permissionDenied', user) : undefined;
    return denied && new FtpRefusal(denied === true ? 550 : denied, 'Permission denied.');
  }
}

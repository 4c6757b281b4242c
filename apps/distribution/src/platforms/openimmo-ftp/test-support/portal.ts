import type { EventEmitter } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Writable } from 'node:stream';
import type { Server, Socket } from 'node:net';
import type { SecureContextOptions } from 'node:tls';
import { FileSystem, FtpSrv, type FtpConnection } from 'ftp-srv';

/** The faults of a portal, which can change while it runs. */
export interface Faults {
  /** Stops after this many bytes of a file: the connection is cut, or the disk is full. */
  cutAfterBytes?: number;
  fullAfterBytes?: number;
  /** The code whose reply is replaced by cutting the connection. */
  cutInsteadOf?: number;
  /** The code whose replies are never sent. */
  silentFor?: number;
  /** Replaces the reply to a login. */
  login?: string;
  readOnly?: boolean;
  noRename?: boolean;
  /** True if renaming onto an existing file is refused. */
  noReplace?: boolean;
  size?: number;
}

export interface Portal {
  port: number;
  directory: string;
  faults: Faults;
  logins(): number;
  /** The names in the directory, sorted. */
  files(): Promise<string[]>;
  read(name: string): Promise<Buffer>;
  close(): Promise<void>;
}

export interface PortalOptions {
  tls?: SecureContextOptions;
  blacklist?: string[];
  passiveAddress?: string;
}

/** The parts of a connection that the published types leave out. */
interface RawConnection {
  commandSocket: Socket;
  connector: { socket?: Socket };
  commands: { handle(line: string): PromiseLike<unknown> };
  reply(code: unknown, ...letters: unknown[]): Promise<unknown>;
}

const raw = (connection: FtpConnection) => connection as unknown as RawConnection;
const quiet = { trace() {}, debug() {}, info() {}, warn() {}, error() {}, child: () => quiet };

/** A real FTP server on a free port with configurable faults. */
export async function startPortal(options: PortalOptions = {}): Promise<Portal> {
  const directory = await mkdtemp(join(tmpdir(), 'portal-'));
  const faults: Faults = {};
  let logins = 0;
  const server = withoutSignalHandlers(
    () =>
      new FtpSrv({
        url: 'ftp://127.0.0.1:0',
        log: quiet,
        // Any free port, for each data connection.
        pasv_min: 0,
        pasv_max: 0,
        blacklist: options.blacklist ?? [],
        ...(options.passiveAddress && { pasv_url: (() => options.passiveAddress) as unknown as string }),
        ...(options.tls && { tls: options.tls }),
      }),
  );
  (server as EventEmitter).on('connect', ({ connection }: { connection: FtpConnection }) => {
    waitForTls(raw(connection));
  });
  server.on('login', ({ connection, username, password }, resolve, reject) => {
    logins += 1;
    spoilReplies(connection, faults);
    if (faults.login !== undefined) return reject(new Error(faults.login));
    if (username !== 'agent' || password !== 'secret') return reject(new Error('Login incorrect.'));
    resolve({ fs: new FaultyFiles(connection, directory, faults) });
  });
  const listener = (server as unknown as { server: Server }).server;
  await server.listen();
  const address = listener.address();
  if (address === null || typeof address === 'string') throw new Error('The portal does not listen.');
  return {
    port: address.port,
    directory,
    faults,
    logins: () => logins,
    files: async () => (await readdir(directory)).sort(),
    read: (name) => readFile(join(directory, name)),
    async close() {
      await server.close();
      await rm(directory, { recursive: true });
    },
  };
}

/** Removes signal handlers: the server would end the process on a signal, and each one adds its own listeners. */
function withoutSignalHandlers<Result>(create: () => Result): Result {
  const signals = ['SIGTERM', 'SIGINT', 'SIGQUIT'] as const;
  const before = new Set(signals.flatMap((signal) => process.listeners(signal)));
  const result = create();
  for (const signal of signals) {
    for (const listener of process.listeners(signal)) {
      if (!before.has(listener)) process.removeListener(signal, listener);
    }
  }
  return result;
}

/** Makes the server reply with the code at the beginning of a file system error's message. */
function spoilReplies(connection: FtpConnection, faults: Faults): void {
  const target = raw(connection);
  const reply = target.reply.bind(target);
  const unsent = (code: unknown) => reply({ code, socket: { writable: false } });
  target.reply = (code, ...letters) => {
    if (code === faults.cutInsteadOf) cut(connection);
    if (code === faults.cutInsteadOf || code === faults.silentFor) return unsent(code);
    const [, own, text] = /^(\d{3}) (.*)$/.exec(String(letters[0])) ?? [];
    if (code === 213 && faults.size !== undefined) return reply(213, String(faults.size));
    return own === undefined ? reply(code, ...letters) : reply(Number(own), text);
  };
}

/**
 * Holds input back until TLS is ready: the server answers AUTH before it listens for TLS, and would read the first words of a fast client
 * as a command.
 */
function waitForTls(connection: RawConnection): void {
  const { commands } = connection;
  const handle = commands.handle.bind(commands);
  commands.handle = async (line) => {
    if (!/^AUTH\b/i.test(line)) return handle(line);
    const plain = connection.commandSocket;
    const listeners = plain.listeners('data') as ((bytes: Buffer) => void)[];
    plain.pause().removeAllListeners('data');
    await handle(line);
    // By then TLS has read what arrived meanwhile.
    await nextTurn();
    for (const listener of listeners) plain.on('data', listener);
    if (connection.commandSocket === plain) plain.resume();
    return undefined;
  };
}

function cut(connection: FtpConnection): void {
  raw(connection).connector.socket?.destroy();
  raw(connection).commandSocket.destroy();
}

class FaultyFiles extends FileSystem {
  readonly #faults: Faults;

  constructor(connection: FtpConnection, root: string, faults: Faults) {
    super(connection, { root, cwd: '/' });
    this.#faults = faults;
  }

  override write(fileName: string, options?: { append?: boolean; start?: unknown }): unknown {
    const { readOnly, cutAfterBytes, fullAfterBytes } = this.#faults;
    if (readOnly) throw new Error('550 Permission denied.');
    const opened = super.write(fileName, options) as { stream: Writable; clientPath: string };
    const limit = cutAfterBytes ?? fullAfterBytes;
    if (limit !== undefined) this.#limit(opened.stream, limit);
    return opened;
  }

  override async rename(from: string, to: string): Promise<unknown> {
    if (this.#faults.noRename) throw new Error('553 Could not rename.');
    const isThere = await this.get(to).then(
      () => true,
      () => false,
    );
    if (this.#faults.noReplace && isThere) throw new Error('550 File exists.');
    return super.rename(from, to);
  }

  #limit(stream: Writable, limit: number): void {
    let written = 0;
    const write = stream._write.bind(stream);
    stream._write = (chunk: Buffer, encoding, callback) => {
      const rest = limit - written;
      written += chunk.length;
      if (chunk.length < rest) return write(chunk, encoding, callback);
      write(chunk.subarray(0, rest), encoding, () => {
        if (this.#faults.cutAfterBytes !== undefined) cut(this.connection);
        else callback(new Error('552 Disk quota exceeded.'));
      });
    };
    // Streams of files join waiting chunks into one call.
    (stream as { _writev?: unknown })._writev = undefined;
  }
}

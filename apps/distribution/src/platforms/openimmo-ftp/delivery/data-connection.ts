import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls, TLSSocket } from 'node:tls';
import { FTPError, type FTPContext } from 'basic-ftp';

/**
 * Opens a data connection in passive mode, encrypted if the control connection is. The address in a server's reply is ignored: it may be
 * private, foreign, or an attack on a third host.
 */
export async function openDataConnection(ftp: FTPContext): Promise<Socket> {
  const port = await passivePort(ftp);
  const host = ftp.socket.remoteAddress;
  if (host === undefined) throw new Error('The connection is closed.');
  const socket = await connected(connectTcp({ host, port }), ftp.timeout);
  return ftp.socket instanceof TLSSocket ? encrypted(socket, ftp, ftp.socket) : socket;
}

/**
 * Sends a command whose bytes are transferred over the data connection as soon as the server is ready for them. Resolves when both the
 * bytes and the reply have ended, in any order.
 */
export async function transfer(
  ftp: FTPContext,
  command: string,
  pass: () => Promise<unknown>,
): Promise<void> {
  let passing: Promise<unknown> | undefined;
  let isPassed = false;
  let isConfirmed = false;
  await ftp.handle(command, (reply, task) => {
    const settle = () => {
      if (isPassed && isConfirmed) task.resolve(undefined);
    };
    const passed = () => {
      isPassed = true;
      settle();
    };
    if (reply instanceof Error) {
      task.reject(reply);
    } else if (reply.code === 150 || reply.code === 125) {
      passing ??= pass();
      passing.then(passed, passed);
    } else if (reply.code >= 200 && reply.code < 300) {
      isConfirmed = true;
      settle();
    }
  });
  await passing;
}

const withoutEpsv = new WeakSet<FTPContext>();

/** The passive port: by EPSV first; by PASV for a server that does not support it, and from then on. */
async function passivePort(ftp: FTPContext): Promise<number> {
  if (!withoutEpsv.has(ftp)) {
    try {
      return numberIn(await ftp.request('EPSV'), /\(([!-~])\1\1(?<port>\d{1,5})\1\)/);
    } catch (error) {
      if (!(error instanceof FTPError) || error.code < 500) throw error;
      withoutEpsv.add(ftp);
    }
  }
  return numberIn(await ftp.request('PASV'), /(?<!\d)(?:\d{1,3},){4}(?<high>\d{1,3}),(?<low>\d{1,3})(?!\d)/);
}

function numberIn({ message }: { message: string }, pattern: RegExp): number {
  const { port, high, low } = pattern.exec(message)?.groups ?? {};
  const found = port === undefined ? Number(high) * 256 + Number(low) : Number(port);
  if (found > 0 && found < 65_536) return found;
  throw new Error(`The server returned no port for data: ${message}`);
}

function connected(socket: Socket, timeoutMs: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const refuse = (error: Error) => {
      socket.destroy();
      reject(new Error(`The data connection could not be opened: ${error.message}`, { cause: error }));
    };
    socket.setTimeout(timeoutMs, () => refuse(new Error('there was no response')));
    socket.once('error', refuse);
    socket.once('connect', () => {
      socket.setTimeout(0);
      socket.removeAllListeners('timeout').removeListener('error', refuse);
      resolve(socket);
    });
  });
}

/** Encrypts a data connection. Servers may insist that the session of the control connection is resumed. */
function encrypted(socket: Socket, ftp: FTPContext, control: TLSSocket): TLSSocket {
  const session = ftp.tlsSessionStore ?? control.getSession();
  const secured = connectTls({ ...ftp.tlsOptions, socket, ...(session && { session }) });
  secured.on('session', (fresh: Buffer) => {
    ftp.tlsSessionStore = fresh;
  });
  return secured;
}

import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Socket } from 'node:net';
import { FtpRefusal, refusalOf } from './ftp-refusal.ts';
import { isTemporaryName } from './paths.ts';
import type { Session } from './session.ts';
import type { Upload } from './upload.ts';

const CLOSING_MS = 2000;

/** Sends a text over the data connection. @throws FtpRefusal */
export async function sendText(session: Session, text: string, startAt = 0): Promise<void> {
  await transfer(session, async (socket) => {
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.resume();
    socket.end(Buffer.from(text).subarray(startAt));
    await once(socket, 'finish');
    // Destroyed at once, it could lose what the client has not read; some clients wait for the reply before they close it.
    await Promise.race([closed, sleep(CLOSING_MS, undefined, { ref: false })]);
  });
  session.control.reply(226, 'The transfer is complete.');
}

/** Stores what comes over the data connection. A reply of 226 means that it is on disk. @throws FtpRefusal */
export async function receiveFile(session: Session, path: string, start: number | 'end'): Promise<void> {
  const { folder, parts } = session;
  folder.requireSpace(1);
  const upload = await folder.upload(path, start);
  try {
    await transfer(session, async (socket, watch) => {
      await receiveAll(session, { socket, upload, moved: watch.moved });
      // From here on it is the disk that takes its time.
      watch.end();
      await upload.sync();
    });
    parts.backend.note({ kind: 'upload', outcome: 'stored' });
  } catch (error) {
    parts.backend.note({ kind: 'upload', outcome: outcomeOf(error) });
    throw error;
  } finally {
    await upload.close();
  }
  await announce(session, path);
  session.control.reply(226, `${upload.size} bytes are stored.`);
}

/** Packages that arrive later by another way wait for it. A temporary name says that its client has more to do. */
export async function announce({ login, folder, parts }: Session, path: string): Promise<void> {
  if (!login || isTemporaryName(path)) return;
  const { sourceId, accountId } = folder;
  await parts.backend.arrived({ sourceId, accountId, bytes: folder.find(path)?.size ?? 0 });
}

function outcomeOf(error: unknown): 'cut' | 'slow' | 'refused' {
  const code = refusalOf(error)?.code;
  if (error instanceof TooSlow) return 'slow';
  return code === 426 || code === 425 ? 'cut' : 'refused';
}

interface Receiving {
  socket: Socket;
  upload: Upload;
  moved: (bytes: number) => void;
}

/** The next piece is read when the one before it is written, so that memory does not grow with the speed of the client. */
async function receiveAll({ folder, parts }: Session, { socket, upload, moved }: Receiving): Promise<void> {
  const pieces = socket.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  for await (const piece of pieces) {
    if (upload.size + piece.length > parts.limits.fileBytes)
      throw new FtpRefusal(552, 'The file is too large.');
    folder.requireSpace(piece.length);
    await upload.write(piece);
    moved(piece.length);
  }
}

class TooSlow extends FtpRefusal {}

/** Ends a transfer whose client sends next to nothing. */
interface SpeedWatch {
  moved(bytes: number): void;
  end(): void;
}

/** Runs a transfer over the data connection of the session until it ends, is aborted or is too slow. */
async function transfer(
  session: Session,
  run: (socket: Socket, watch: SpeedWatch) => Promise<void>,
): Promise<void> {
  const controller = new AbortController();
  session.transfer = controller;
  let socket: Socket | undefined;
  let bytes = 0;
  const { slowCheckMs, slowestBytes, transferMs } = session.parts.limits;
  const timer = setInterval(() => {
    if (bytes < slowestBytes) controller.abort(new TooSlow(426, 'The transfer is too slow.'));
    bytes = 0;
  }, slowCheckMs);
  const end = setTimeout(() => {
    controller.abort(new TooSlow(426, 'The transfer takes too long; continue it with REST or APPE.'));
  }, transferMs);
  const aborted = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => {
      socket?.destroy();
      reject(controller.signal.reason as Error);
    });
  });
  try {
    session.control.reply(150, 'Ready for the data connection.');
    socket = await Promise.race([session.data(), aborted]);
    const running = run(socket, {
      moved: (count) => (bytes += count),
      end: () => clearInterval(timer),
    });
    await Promise.race([running, aborted]).catch(async (error: unknown) => {
      if (error instanceof FtpRefusal && !controller.signal.aborted) linger(session, socket);
      else socket?.destroy();
      // The file is closed when nothing writes it any more.
      await running.catch(() => undefined);
      throw asRefusal(error);
    });
  } finally {
    clearInterval(timer);
    clearTimeout(end);
    session.transfer = undefined;
    session.closeChannel();
  }
}

/** Closed at once, the connection would be an error to the client, which would not read the reply that says why. */
function linger(session: Session, socket: Socket | undefined): void {
  session.releaseChannel();
  socket?.resume();
  setTimeout(() => socket?.destroy(), CLOSING_MS).unref();
}

const CUT = new Set<unknown>(['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE', 'ETIMEDOUT']);

/** An error of the connection is the end of the transfer, and not a failure of the server. */
function asRefusal(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const isCut = CUT.has(code) || (typeof code === 'string' && code.startsWith('ERR_SSL_'));
  return isCut ? new FtpRefusal(426, 'The data connection was cut.') : error;
}

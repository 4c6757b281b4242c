import type { Client, FTPContext } from 'basic-ftp';
import { OverLimit } from './failures.ts';

/**
 * The maximum size of replies in one phase of a conversation: more than any server needs, including a long greeting or list of features.
 */
const REPLY_BYTES_MAX = 64_000;
/** The cost of a chunk: the unfinished reply is parsed again with each one, so many small ones cost more than their bytes. */
const PIECE_COST_BYTES = 64;

const left = new WeakMap<FTPContext, number>();

/**
 * Passes the server's replies to the library in whole lines. The library takes the first digits of an incomplete line for a whole reply,
 * and drops a line that begins with fewer. Closes the connection if the server has sent too much since the last phase began, answered or
 * not.
 */
export function boundReplies({ ftp }: Client): void {
  const { socket } = ftp;
  const listeners = socket.listeners('data');
  socket.removeAllListeners('data');
  let unfinished = '';
  socket.on('data', (piece: string) => {
    if (!withinBound(ftp, piece)) return;
    const end = piece.lastIndexOf('\n') + 1;
    const lines = unfinished + piece.slice(0, end);
    unfinished = end === 0 ? unfinished + piece : piece.slice(end);
    if (end > 0) for (const listener of listeners) listener.call(socket, lines);
  });
}

function withinBound(ftp: FTPContext, piece: string): boolean {
  const rest = (left.get(ftp) ?? REPLY_BYTES_MAX) - piece.length - PIECE_COST_BYTES;
  left.set(ftp, rest);
  if (rest >= 0) return true;
  ftp.closeWithError(
    new OverLimit(`The server sent more than ${REPLY_BYTES_MAX} bytes of replies to one step.`),
  );
  return false;
}

/** Starts a new phase. */
export function renewReplies({ ftp }: Client): void {
  left.delete(ftp);
}

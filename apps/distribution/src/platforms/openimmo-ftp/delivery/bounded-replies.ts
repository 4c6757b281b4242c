import type { Client, FTPContext } from 'basic-ftp';
import { OverLimit } from './failures.ts';

/** More than a server has to say in one phase of a conversation, a long greeting or list of features included. */
const REPLY_BYTES_MAX = 64_000;
/** Each piece makes the unfinished reply be read anew, so many small ones cost more than their bytes. */
const PIECE_COST_BYTES = 64;

const left = new WeakMap<FTPContext, number>();

/** Closes the connection, as it is now, once the server has sent too much since the last phase began, answered or not. */
export function boundReplies({ ftp }: Client): void {
  // Before the listener of the library, which keeps what comes.
  ftp.socket.prependListener('data', (piece: string) => {
    const rest = (left.get(ftp) ?? REPLY_BYTES_MAX) - piece.length - PIECE_COST_BYTES;
    left.set(ftp, rest);
    if (rest >= 0) return;
    ftp.closeWithError(
      new OverLimit(`The server sent more than ${REPLY_BYTES_MAX} bytes of replies to one step.`),
    );
  });
}

/** A new phase begins. */
export function renewReplies({ ftp }: Client): void {
  left.delete(ftp);
}

import type { Socket } from 'node:net';
import { asMongoError } from '../errors.ts';
import type { Doc } from '../values/document.ts';
import { type Command, frameReply, type Head, largestMessage, parseCommand, parseHead } from './message.ts';

/** Answers a command with a document or with an encoded one. */
type Answer = (command: Command) => Promise<Doc | Buffer> | Doc | Buffer;

const largeReply = 16 * 1024;

/** The maximum number of bytes of incomplete messages over all connections; one that exceeds it is closed. */
export class MessageBudget {
  #left = 512 * 1024 * 1024;

  take(bytes: number): void {
    if (bytes > this.#left) throw new Error('too many bytes of incomplete messages are held');
    this.#left -= bytes;
  }

  give(bytes: number): void {
    this.#left += bytes;
  }
}

/** Collects the bytes of a socket into whole messages. */
class Framer {
  readonly #budget: MessageBudget;
  #chunks: Buffer[] = [];
  #size = 0;

  constructor(budget: MessageBudget) {
    this.#budget = budget;
  }

  push(chunk: Buffer): void {
    this.#budget.take(chunk.length);
    this.#chunks.push(chunk);
    this.#size += chunk.length;
  }

  /** The next complete message; throws for an invalid length. */
  next(): Buffer | undefined {
    if (this.#size < 4) return undefined;
    const wanted = this.#peekLength();
    if (wanted < 16 || wanted > largestMessage + 16384) throw new Error(`a message of ${wanted} bytes`);
    return this.#size < wanted ? undefined : this.#take(wanted);
  }

  clear(): void {
    this.#budget.give(this.#size);
    this.#chunks = [];
    this.#size = 0;
  }

  #peekLength(): number {
    const [first] = this.#chunks;
    if (first && first.length >= 4) return first.readInt32LE(0);
    this.#chunks = [Buffer.concat(this.#chunks)];
    return (this.#chunks[0] as Buffer).readInt32LE(0);
  }

  #take(bytes: number): Buffer {
    const all =
      this.#chunks.length === 1 ? (this.#chunks[0] as Buffer) : Buffer.concat(this.#chunks, this.#size);
    const rest = all.subarray(bytes);
    this.#chunks = rest.length > 0 ? [rest] : [];
    this.#size = rest.length;
    this.#budget.give(bytes);
    return all.subarray(0, bytes);
  }
}

const longestText = 1000;

/** The reply about a failure; details that do not fit into a reply are left out. */
function failureReply(head: Head, error: unknown): readonly [Buffer, Buffer] {
  const { message, code, codeName, details } = asMongoError(error);
  const reply = { ok: 0, errmsg: message, code, codeName };
  try {
    return frameReply(head, { ...reply, ...details });
  } catch {
    return frameReply(head, { ...reply, errmsg: message.slice(0, longestText) });
  }
}

async function replyTo(message: Buffer, head: Head, answer: Answer): Promise<readonly [Buffer, Buffer]> {
  try {
    return frameReply(head, await answer(parseCommand(message, head)));
  } catch (error) {
    return failureReply(head, error);
  }
}

/** Waits until the client has read what was written, or has disconnected. */
const drained = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      socket.off('drain', done).off('close', done);
      resolve();
    };
    socket.on('drain', done).on('close', done);
  });

/** Writes a reply: one small write is cheaper than two, but a large copy is not. */
function write(socket: Socket, [head, raw]: readonly [Buffer, Buffer]): void {
  if (raw.length < largeReply) {
    socket.write(Buffer.concat([head, raw]));
    return;
  }
  socket.cork();
  socket.write(head);
  socket.write(raw);
  socket.uncork();
}

/** Serves a client: its commands one after another, in order; nothing more is read while one is answered. */
export function serveConnection(socket: Socket, budget: MessageBudget, answer: Answer): void {
  const framer = new Framer(budget);
  let serving = false;
  const serve = async (): Promise<void> => {
    for (let message = framer.next(); message; message = framer.next()) {
      const head = parseHead(message);
      if (head.wantsReply && !socket.writable) continue; // the client left without waiting for its answer
      const reply = await replyTo(message, head, answer);
      if (!head.wantsReply) continue;
      if (socket.writable) write(socket, reply);
      if (!socket.destroyed && socket.writableNeedDrain) await drained(socket);
    }
  };
  const serveAll = async (): Promise<void> => {
    serving = true;
    try {
      await serve();
    } catch {
      socket.destroy(); // bytes that are no messages cannot be answered
    }
    serving = false;
    if (socket.destroyed) framer.clear();
    else socket.resume();
  };
  socket.setNoDelay(true);
  socket.on('error', () => socket.destroy());
  socket.on('close', () => {
    if (!serving) framer.clear();
  });
  socket.on('data', (chunk: Buffer) => {
    try {
      framer.push(chunk);
    } catch {
      socket.destroy();
      return;
    }
    if (serving) socket.pause();
    else void serveAll();
  });
}

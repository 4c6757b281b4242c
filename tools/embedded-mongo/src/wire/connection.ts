import type { Socket } from 'node:net';
import { asMongoError } from '../errors.ts';
import type { Doc } from '../values/document.ts';
import { frameReply, largestMessage, parseMessage, type Request } from './message.ts';

/** Answers one command, with a document or with an encoded one. */
export type Answer = (request: Request) => Promise<Doc | Buffer> | Doc | Buffer;

const largeReply = 16 * 1024;

/** Collects the bytes of a socket into whole messages. */
class Framer {
  #chunks: Buffer[] = [];
  #size = 0;

  /** The messages that `chunk` completes; throws on a length that no message has. */
  *push(chunk: Buffer): Generator<Buffer> {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    while (this.#size >= 4) {
      const wanted = this.#peekLength();
      if (wanted < 16 || wanted > largestMessage + 16384) throw new Error(`a message of ${wanted} bytes`);
      if (this.#size < wanted) return;
      yield this.#take(wanted);
    }
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
    return all.subarray(0, bytes);
  }
}

async function reply(socket: Socket, request: Request, answer: Answer): Promise<void> {
  let result: Doc | Buffer;
  try {
    result = await answer(request);
  } catch (error) {
    const { message, code, codeName, details } = asMongoError(error);
    result = { ok: 0, errmsg: message, code, codeName, ...details };
  }
  if (request.wantsReply && socket.writable) write(socket, frameReply(request, result));
}

/** One small write is cheaper than two, a large copy is not. */
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

/** Serves one client: its commands one after another, in order. */
export function serveConnection(socket: Socket, answer: Answer): void {
  const framer = new Framer();
  let turn = Promise.resolve();
  socket.setNoDelay(true);
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk: Buffer) => {
    try {
      for (const message of framer.push(chunk)) {
        const request = parseMessage(message);
        turn = turn.then(() => reply(socket, request, answer));
      }
    } catch {
      socket.destroy(); // bytes that are no messages cannot be answered
    }
  });
}

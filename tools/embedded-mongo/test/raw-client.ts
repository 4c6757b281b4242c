import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import { deserialize, type Document, serialize } from 'bson';

const opMsg = 2013;

/** The bytes of a message with these sections, whatever is in them. */
export function messageOf(sections: Uint8Array, length = 20 + sections.length): Buffer {
  const head = Buffer.alloc(20);
  head.writeInt32LE(length, 0);
  head.writeInt32LE(1, 4);
  head.writeInt32LE(opMsg, 12);
  return Buffer.concat([head, sections]);
}

/** The section with the command itself. */
export const bodySection = (command: Document): Buffer =>
  Buffer.concat([Buffer.of(0), serialize({ ...command, $db: 'test' })]);

/** A section with documents. */
export function sequenceSection(name: string, documents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat([Buffer.from(`${name}\0`), ...documents]);
  const head = Buffer.alloc(5);
  head[0] = 1;
  head.writeInt32LE(4 + content.length, 1);
  return Buffer.concat([head, content]);
}

/** A connection that sends bytes as they are. */
export class RawClient {
  readonly socket: Socket;
  readonly closed: Promise<void>;
  #received = Buffer.alloc(0);

  private constructor(socket: Socket) {
    this.socket = socket;
    this.closed = new Promise((resolve) => socket.once('close', () => resolve()));
    socket.on('error', () => undefined); // 'close' follows
  }

  static async connect(port: number): Promise<RawClient> {
    const client = new RawClient(createConnection(port, '127.0.0.1'));
    await once(client.socket, 'connect');
    return client;
  }

  /** Sends a message and gives the answer; rejects when the server closes the connection instead. */
  async ask(message: Uint8Array): Promise<Document> {
    this.socket.write(message);
    while (this.#received.length < 4 || this.#received.length < this.#received.readInt32LE(0)) {
      const chunk = await Promise.race([
        new Promise<Buffer>((resolve) => this.socket.once('data', resolve)),
        this.closed,
      ]);
      if (!chunk) throw new Error('the server closed the connection');
      this.#received = Buffer.concat([this.#received, chunk]);
    }
    const length = this.#received.readInt32LE(0);
    const answer = deserialize(this.#received.subarray(21, length));
    this.#received = this.#received.subarray(length);
    return answer;
  }
}

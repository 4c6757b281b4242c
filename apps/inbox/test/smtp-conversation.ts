import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { Interface } from 'node:readline';

/** An SMTP connection that is spoken to word by word, as no well-made client would. */
export class Conversation {
  readonly socket: Socket;
  readonly #lines: AsyncIterator<string>;
  readonly #closed: Promise<void>;

  private constructor(socket: Socket, lines: Interface) {
    this.socket = socket;
    this.#lines = lines[Symbol.asyncIterator]();
    this.#closed = new Promise((resolve) => void socket.once('close', () => resolve()));
  }

  /** Connects and greets. */
  static async open(port: number): Promise<Conversation> {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    const conversation = new Conversation(socket, createInterface({ input: socket }));
    await conversation.reply();
    await conversation.say('EHLO sender.example');
    return conversation;
  }

  /** Gives a command and returns the whole reply; an empty one when the connection ended. */
  async say(command: string): Promise<string> {
    this.socket.write(`${command}\r\n`);
    return this.reply();
  }

  async reply(): Promise<string> {
    const lines: string[] = [];
    do {
      const { value, done } = await this.#lines.next();
      if (done) break;
      lines.push(value);
    } while (lines.at(-1)?.[3] === '-');
    return lines.join('\n');
  }

  /** Resolves when the peer has taken the bytes, or ended the connection. */
  async send(bytes: Buffer | string): Promise<void> {
    if (this.socket.destroyed) return;
    const taken = new Promise<void>((resolve) => void this.socket.write(bytes, () => resolve()));
    await Promise.race([taken, this.#closed]);
  }

  /** Begins an email; returns the first reply that refuses it, else that to DATA. */
  async begin(to: string, parameters = ''): Promise<string> {
    const commands = [`MAIL FROM:<portal@portal.example>${parameters}`, `RCPT TO:<${to}>`, 'DATA'];
    let reply = '';
    for (const command of commands) {
      reply = await this.say(command);
      if (/^[45]/.test(reply)) break;
    }
    return reply;
  }

  async close(): Promise<void> {
    this.socket.destroy();
    await this.#closed;
  }
}

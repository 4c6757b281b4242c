import { setTimeout as sleep } from 'node:timers/promises';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { SecureContext } from 'node:tls';
import { CommandLines, LineTooLong } from './command-lines.ts';
import { parseCommand } from './command.ts';
import type { Command } from './command.ts';
import { FIXED_LIMITS } from './limits.ts';

export interface Conversation {
  /** Answers one command; the next one follows when it has ended. */
  command(command: Command): Promise<void>;
  /** At once, beside a command that is being answered. */
  abort(): void;
  closed(): void;
}

/** The control connection of a client: commands one after the other, replies, and the change to TLS. */
export class ControlConnection {
  isSecure = false;
  readonly #conversation: Conversation;
  #socket: Socket;
  #lines = new CommandLines();
  #waiting: string[] = [];
  #isAnswering = false;
  #isEnding = false;

  constructor(socket: Socket, conversation: Conversation) {
    this.#socket = socket;
    this.#conversation = conversation;
    this.#listen(socket);
    socket.once('close', () => this.#conversation.closed());
  }

  get isOpen(): boolean {
    return !this.#socket.destroyed && !this.#isEnding;
  }

  reply(code: number, ...lines: string[]): void {
    const last = lines.pop() ?? '';
    const [first, ...between] = lines;
    const text = [
      ...(first === undefined ? [] : [`${code}-${first}`]),
      ...between.map((line) => ` ${line}`),
      `${code} ${last}`,
    ];
    this.#write(`${text.map((line) => line.replace(/[\r\n]+/gu, ' ')).join('\r\n')}\r\n`);
  }

  /** Sends a last reply. */
  end(code: number, text: string): void {
    if (!this.isOpen) return;
    this.reply(code, text);
    this.#isEnding = true;
    this.#waiting = [];
    const socket = this.#socket;
    socket.end();
    // A client that does not read the reply, or does not close, gets no more time than this.
    void sleep(2000, undefined, { ref: false }).then(() => socket.destroy());
  }

  /** The same, without waiting for the client to close its side. */
  drop(text: string): void {
    this.end(421, text);
    this.#socket.destroySoon();
  }

  destroy(): void {
    this.#isEnding = true;
    this.#waiting = [];
    this.#socket.destroy();
  }

  /**
   * Nothing reads the connection between the reply and the handshake, so the first bytes of the handshake are never read as a command.
   * Commands that came together with `AUTH` were not encrypted and are not answered.
   */
  secure(secureContext: SecureContext, reply: string): void {
    const plain = this.#socket;
    if (this.#waiting.length > 0 || this.#lines.isWithinLine) {
      this.end(503, 'No command may follow AUTH before the TLS handshake.');
      return;
    }
    plain.removeAllListeners('data');
    plain.pause();
    this.reply(234, reply);
    const secure = new TLSSocket(plain, { isServer: true, secureContext });
    this.isSecure = true;
    this.#socket = secure;
    this.#lines = new CommandLines();
    secure.once('close', () => plain.destroy());
    this.#listen(secure);
  }

  #listen(socket: Socket): void {
    socket.on('error', () => socket.destroy());
    socket.on('data', (bytes: Buffer) => this.#received(bytes));
    socket.on('end', () => socket.end());
  }

  #received(bytes: Buffer): void {
    if (this.#isEnding) return;
    try {
      for (const line of this.#lines.push(bytes)) this.#add(line);
    } catch (error) {
      if (!(error instanceof LineTooLong)) throw error;
      this.end(500, error.message);
      return;
    }
    if (this.#waiting.length > FIXED_LIMITS.waitingLines) this.#socket.pause();
    void this.#answerAll();
  }

  #add(line: string): void {
    if (parseCommand(line)?.verb === 'ABOR' && this.#isAnswering) this.#conversation.abort();
    this.#waiting.push(line);
  }

  async #answerAll(): Promise<void> {
    if (this.#isAnswering) return;
    this.#isAnswering = true;
    try {
      for (let line = this.#waiting.shift(); line !== undefined; line = this.#waiting.shift()) {
        const command = parseCommand(line);
        if (command) await this.#conversation.command(command);
        else this.reply(500, 'This is not a command.');
        if (this.#waiting.length === 0 && this.#socket.isPaused()) this.#socket.resume();
      }
    } finally {
      this.#isAnswering = false;
    }
  }

  #write(text: string): void {
    if (!this.isOpen) return;
    this.#socket.write(text);
    if (this.#socket.writableLength > FIXED_LIMITS.unsentReplyBytes) this.destroy();
  }
}

import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';

const DRIP_MS = 5;

/** The point at which the server misbehaves; `GREETING` is the connection, `LIST` and `DATA` follow a 150. */
type Point = 'GREETING' | 'USER' | 'FEAT' | 'AUTH' | 'EPSV' | 'NLST' | 'LIST' | 'STOR' | 'DATA' | 'SIZE';
export type Way = Partial<Record<Point, (it: HostileSession) => void>>;

const REPLIES: Readonly<Record<string, string>> = {
  USER: '331 Password?',
  PASS: '230 Welcome.',
  FEAT: '211-Features\r\n SIZE\r\n UTF8\r\n211 End',
  OPTS: '200 Done.',
  TYPE: '200 Done.',
  CWD: '250 Done.',
  SIZE: '213 1',
  RNFR: '350 To what?',
  RNTO: '250 Done.',
  DELE: '250 Done.',
  QUIT: '221 Bye.',
};

/** A control connection of a server that misbehaves at some points and is correct at all others. */
export class HostileSession {
  readonly targetId: string;
  readonly #control: Socket;
  readonly #way: Way;
  #passive: Server | undefined;
  #data: Promise<Socket> | undefined;
  #opened: Socket | undefined;

  constructor(control: Socket, { way, targetId }: { way: Way; targetId: string }) {
    this.targetId = targetId;
    this.#control = control;
    this.#way = way;
    control.setNoDelay(true);
    control.on('error', () => undefined);
    control.once('close', () => this.end());
  }

  start(): void {
    if (!this.#misbehave('GREETING')) this.reply('220 Ready.');
    let rest = '';
    this.#control.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) void this.#obey(line.split(' ', 1)[0] ?? '');
    });
  }

  end(): void {
    this.#passive?.close();
    this.#opened?.destroy();
    this.#control.destroy();
  }

  reply(line: string): void {
    if (!this.#control.destroyed) this.#control.write(`${line}\r\n`);
  }

  reset(): void {
    this.#control.resetAndDestroy();
  }

  /** Sends the text again and again, as fast as it is read. */
  flood(text: string): void {
    flood(this.#control, Buffer.from(text));
  }

  /** Like `flood`, after the client has sent something more. */
  floodAfterNext(text: string): void {
    this.#control.once('data', () => this.flood(text));
  }

  floodData(text: string): void {
    void this.#data?.then((socket) => flood(socket, Buffer.from(text)));
  }

  endData(): void {
    void this.#data?.then((socket) => socket.end());
  }

  /** Sends the text again and again, a chunk every few milliseconds. */
  drip(where: 'control' | 'data', text: string, pieceBytes = text.length): void {
    const pieces = Array.from({ length: Math.ceil(text.length / pieceBytes) }, (_, index) =>
      text.slice(index * pieceBytes, (index + 1) * pieceBytes),
    );
    const start = (socket: Socket) => {
      let next = 0;
      const timer = setInterval(() => {
        socket.write(pieces[next % pieces.length] ?? '');
        next += 1;
      }, DRIP_MS);
      socket.once('close', () => clearInterval(timer));
    };
    if (where === 'control') start(this.#control);
    else void this.#data?.then(start);
  }

  #misbehave(point: Point): boolean {
    const act = this.#way[point];
    act?.(this);
    return act !== undefined;
  }

  async #obey(command: string): Promise<void> {
    if (this.#misbehave(command as Point)) return;
    if (command === 'EPSV') return this.#openPassive();
    if (command === 'NLST') return this.#list();
    if (command === 'STOR') return this.#store();
    this.reply(REPLIES[command] ?? '502 Unknown.');
    if (command === 'QUIT') this.#control.end();
  }

  async #openPassive(): Promise<void> {
    this.#passive?.close();
    const server = createServer();
    this.#passive = server;
    this.#data = once(server, 'connection').then((connected) => {
      const [socket] = connected as [Socket];
      socket.on('error', () => undefined);
      this.#opened = socket;
      server.close();
      return socket;
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    this.reply(`229 Ready (|||${String((server.address() as AddressInfo).port)}|)`);
  }

  async #list(): Promise<void> {
    this.reply('150 Here it comes.');
    if (this.#misbehave('LIST')) return;
    (await this.#data)?.end('');
    this.reply('226 Done.');
  }

  async #store(): Promise<void> {
    this.reply('150 Send it.');
    if (this.#misbehave('DATA')) return;
    const data = await this.#data;
    data?.resume().once('end', () => this.reply('226 Stored.'));
  }
}

function flood(socket: Socket, bytes: Buffer): void {
  const more = () => {
    while (!socket.destroyed && socket.write(bytes));
  };
  socket.on('drain', more);
  more();
}

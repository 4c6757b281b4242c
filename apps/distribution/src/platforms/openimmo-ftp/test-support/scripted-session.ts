import { createHash } from 'node:crypto';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createSecureContext, TLSSocket, type SecureContextOptions } from 'node:tls';
import { crc32 } from 'node:zlib';
import type { Prank, Script } from './portal-script.ts';
import { receiveSlowly } from './receive-slowly.ts';

interface SessionParts {
  socket: Socket;
  script: Script;
  files: Map<string, Buffer>;
  /** Every command, with its encryption. */
  heard: string[];
  tls: SecureContextOptions | undefined;
  ended(): void;
}

const KNOWN = { 'USER': '331 Password?', 'PASS': '230 Welcome.', 'TYPE': '200 Done.', 'OPTS': '200 Done.', 'CWD': '250 Done.',
  'PBSZ': '200 Done.', 'PROT': '200 Done.' }; // oxfmt-ignore
const REPLIES = new Map<string, string>(Object.entries(KNOWN));
const FEATURES = ['SIZE', 'UTF8'];

const CHECKSUMS = new Map<string, (file: Buffer) => string>([
  ['HASH', (file) => `213 SHA-256 0-${file.length} ${createHash('sha256').update(file).digest('hex')}`],
  ['XMD5', (file) => `250 "${createHash('md5').update(file).digest('hex').toUpperCase()}"`],
  ['XCRC', (file) => `250 ${crc32(file).toString(16).toUpperCase()}`],
]);

/** A control connection with its data connections. */
export class ScriptedSession {
  readonly #parts: SessionParts;
  #control: Socket;
  #data: Socket | undefined;
  #arrived: Promise<Socket> | undefined;
  #passive: Server | undefined;
  /** The offset at which the next file that is sent begins. */
  #restart = 0;
  #renameFrom = '';
  #isSecure = false;

  constructor(parts: SessionParts) {
    this.#parts = parts;
    this.#control = parts.socket;
    parts.socket.on('error', () => undefined);
    parts.socket.once('close', () => {
      this.#passive?.close();
      parts.ended();
    });
  }

  greet(): void {
    if (!this.#prank('GREETING')) this.#reply('220 Ready.');
    this.#listen(this.#control);
  }

  cut(): void {
    this.#data?.destroy();
    this.#passive?.close();
    this.#control.destroy();
    this.#parts.socket.destroy();
  }

  #listen(socket: Socket): void {
    let rest = '';
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => {
      const lines = (rest + text).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) void this.#obey(line);
    });
  }

  #reply(line: string): void {
    if (!this.#control.destroyed) this.#control.write(`${line}\r\n`);
  }

  #prank(command: string): boolean {
    const prank = this.#parts.script.pranks[command];
    if (prank === undefined) return false;
    this.#play(prank);
    return true;
  }

  #play(prank: Prank): void {
    if (prank === 'drop') this.cut();
    else if (typeof prank === 'object' && 'reply' in prank) {
      this.#reply(prank.reply);
      if (prank.reply.startsWith('421')) this.#control.end();
    }
  }

  /** Runs a reaction once, so that it may use the same command. */
  async #meanwhile(command: string): Promise<void> {
    const { script } = this.#parts;
    const { [command]: prank, ...others } = script.pranks;
    if (typeof prank !== 'object' || !('meanwhile' in prank)) return;
    script.pranks = others;
    await prank.meanwhile();
  }

  #hear(command: string): void {
    this.#parts.heard.push(`${this.#isSecure ? 'encrypted' : 'clear'} ${command}`);
  }

  async #obey(line: string): Promise<void> {
    const [, command = '', argument = ''] = /^(\S+) ?(.*)$/.exec(line) ?? [];
    this.#hear(command);
    await this.#meanwhile(command);
    if (this.#prank(command)) return;
    const known = command === 'FEAT' ? this.#features() : REPLIES.get(command);
    if (known !== undefined) this.#reply(known);
    else await this.#act(command, argument);
  }

  async #act(command: string, argument: string): Promise<void> {
    if (command === 'AUTH') this.#secure();
    else if (command === 'EPSV' || command === 'PASV') await this.#openPassive(command);
    else if (command === 'NLST') await this.#send([...this.#parts.files.keys(), ''].join('\r\n'));
    else if (command === 'MLSD') await this.#send(this.#listing());
    else if (command === 'LIST') await this.#send(this.#unixListing());
    else if (command === 'RETR') await this.#retrieve(argument);
    else if (command === 'STOR') await this.#store(argument);
    else if (command === 'QUIT') this.#quit();
    else this.#reply(this.#onFile(command, argument));
  }

  #quit(): void {
    this.#control.end('221 Bye.\r\n');
    this.#parts.ended();
  }

  #features(): string {
    const features = [...FEATURES, ...(this.#parts.script.features ?? [])];
    return ['211-Features', ...features.map((feature) => ` ${feature}`), '211 End'].join('\r\n');
  }

  #onFile(command: string, name: string): string {
    const { files } = this.#parts;
    const file = files.get(command === 'RNTO' ? this.#renameFrom : name);
    const checksum = CHECKSUMS.get(command);
    if (command === 'REST') {
      this.#restart = Number(name);
      return '350 From there.';
    }
    if (!['SIZE', 'DELE', 'RNFR', 'RNTO'].includes(command) && !checksum) return '502 Unknown.';
    if (file === undefined) return '550 There is no such file.';
    if (checksum !== undefined) return checksum(file);
    if (command === 'SIZE') return `213 ${String(file.length)}`;
    if (command === 'RNFR') {
      this.#renameFrom = name;
      return '350 To what?';
    }
    files.delete(command === 'DELE' ? name : this.#renameFrom);
    if (command === 'RNTO') files.set(name, file);
    return '250 Done.';
  }

  #secure(): void {
    const { socket, tls } = this.#parts;
    if (tls === undefined) return this.#reply('502 No TLS here.');
    this.#reply('234 Go on.');
    socket.removeAllListeners('data');
    this.#isSecure = true;
    this.#control = this.#encrypted(socket);
    this.#listen(this.#control);
  }

  #encrypted(socket: Socket): TLSSocket {
    const secured = new TLSSocket(socket, {
      isServer: true,
      secureContext: createSecureContext(this.#parts.tls),
    });
    secured.on('error', () => socket.destroy());
    return secured;
  }

  async #openPassive(command: string): Promise<void> {
    this.#passive?.close();
    const server = createServer();
    this.#passive = server;
    this.#arrived = new Promise((resolve) => {
      server.once('connection', (socket: Socket) => {
        socket.on('error', () => undefined);
        server.close();
        this.#data = this.#isSecure ? this.#encrypted(socket) : socket;
        resolve(this.#data);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    if (command === 'EPSV') {
      this.#reply(`229 Ready (|||${String(port)}|)`);
      return;
    }
    const { passiveAddress } = this.#parts.script;
    this.#reply(`227 Ready (${passiveAddress},${String(port >> 8)},${String(port & 255)})`);
  }

  #listing(): string {
    const { files, script } = this.#parts;
    const lines = [...files].map(
      ([name, { length }]) =>
        `type=file;size=${String(length)};modify=${script.modified ?? '20261101080000'}; ${name}`,
    );
    return ['type=dir;modify=20261101080000; older', ...lines, ''].join('\r\n');
  }

  #unixListing(): string {
    const lines = [...this.#parts.files].map(
      ([name, { length }]) => `-rw-r--r-- 1 ftp ftp ${String(length)} Nov 01 08:00 ${name}`,
    );
    return [...lines, ''].join('\r\n');
  }

  async #retrieve(name: string): Promise<void> {
    const file = this.#parts.files.get(name);
    const from = this.#restart;
    this.#restart = 0;
    if (file) await this.#send(file.subarray(from));
    else this.#reply('550 There is no such file.');
  }

  async #send(bytes: string | Buffer): Promise<void> {
    this.#reply('150 Here it comes.');
    (await this.#arrived)?.end(bytes);
    if (!this.#prank('LISTED')) this.#reply('226 Done.');
  }

  async #store(name: string): Promise<void> {
    const { files, script } = this.#parts;
    this.#reply('150 Send it.');
    const data = await this.#arrived;
    if (data === undefined) return;
    files.set(name, Buffer.alloc(0));
    if (script.pieceBytes !== undefined) {
      files.set(name, await receiveSlowly(data, script.pieceBytes));
      this.#reply('226 Stored.');
      return;
    }
    const limit = script.upload?.afterBytes ?? Infinity;
    const isWhole = await this.#receive(data, name, limit);
    if (!isWhole && script.upload) {
      const { then } = script.upload;
      if (typeof then === 'object') data.destroy();
      this.#play(then);
      return;
    }
    if (script.damagedByte !== undefined) this.#damage(name, script.damagedByte);
    if (!this.#prank('END')) this.#reply('226 Stored.');
  }

  #damage(name: string, offset: number): void {
    const bytes = Buffer.from(this.#parts.files.get(name) ?? []);
    if (offset >= bytes.length) return;
    bytes.writeUInt8(bytes.readUInt8(offset) ^ 1, offset);
    this.#parts.files.set(name, bytes);
  }

  /** Resolves at the end of the file, or at the limit. */
  #receive(data: Socket, name: string, limit: number): Promise<boolean> {
    const { files } = this.#parts;
    return new Promise((resolve) => {
      if (limit <= 0) return resolve(false);
      data.on('data', (chunk: Buffer) => {
        const stored = Buffer.concat([files.get(name) ?? Buffer.alloc(0), chunk]);
        files.set(name, stored.subarray(0, Math.min(limit, stored.length)));
        if (stored.length < limit) return;
        data.pause();
        resolve(false);
      });
      data.once('end', () => resolve(true));
    });
  }
}

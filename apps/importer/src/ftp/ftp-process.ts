import type { ChildProcess } from 'node:child_process';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawnLimited } from '@estate/runtime';
import type { CertificatePair } from '@estate/runtime';
import type { FtpNote } from './server/backend.ts';
import type { Answers, FromProcess, Question, StartOrder, ToProcess } from './server/order.ts';

/** Lies beside this file, in the bundle and in the sources. */
const SERVER = fileURLToPath(new URL(`./ftp.process${extname(import.meta.url)}`, import.meta.url));
const HEAP_MB = 128;
const START_TIMEOUT_MS = 60_000;
const CLOSE_TIMEOUT_MS = 10_000;
const COMPLAINT_CHARACTERS = 2000;
/** A busy machine may delay a few answers. */
const UNANSWERED_MAX = 6;

export interface FtpProcessParts {
  memoryMb: number;
  /** A process that says nothing for so long is ended. */
  silentMs: number;
  order: StartOrder;
  answer: (question: Question) => Promise<Answers[keyof Answers]>;
  note: (note: FtpNote) => void;
}

/** The process of the FTP server, within limits of memory, without the environment of the service. */
export class FtpProcess {
  /** Resolves with why it ended. */
  readonly ended: Promise<string>;
  readonly #child: ChildProcess;
  readonly #parts: FtpProcessParts;
  readonly #awaited = new Map<FromProcess['kind'], () => void>();
  #port = 0;
  #unanswered = 0;
  #complaint = '';

  private constructor(parts: FtpProcessParts) {
    this.#parts = parts;
    this.#child = spawnLimited({ file: SERVER, memoryMb: parts.memoryMb, heapMb: HEAP_MB });
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#complaint = (this.#complaint + text).slice(-COMPLAINT_CHARACTERS);
    });
    this.ended = new Promise((resolve) => {
      const watch = setInterval(() => this.#look(), parts.silentMs / UNANSWERED_MAX);
      const end = (why: string) => {
        clearInterval(watch);
        resolve(`${why} ${this.#complaint}`.trim());
      };
      this.#child.once('exit', (code, signal) => end(`It ended with ${signal ?? String(code)}.`));
      this.#child.once('error', (error) => end(error.message));
    });
    this.#child.on('message', (message: FromProcess) => this.#received(message));
  }

  /** @throws Error when it ends before it listens */
  static async start(parts: FtpProcessParts): Promise<FtpProcess> {
    const process = new FtpProcess(parts);
    const listening = process.#message('listening', START_TIMEOUT_MS);
    process.#send(parts.order);
    if (await listening) return process;
    process.kill();
    throw new Error(`The FTP server did not start. ${await process.ended}`);
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get port(): number {
    return this.#port;
  }

  useCertificate(pair: CertificatePair): void {
    this.#send({ kind: 'certificate', pair });
  }

  removeFolder(sourceId: string): void {
    this.#send({ kind: 'remove', sourceId });
  }

  /** Ends sessions first, and hands over what is complete; resolves to false when it had to be killed. */
  async close(): Promise<boolean> {
    const closed = this.#message('closed', CLOSE_TIMEOUT_MS);
    this.#send({ kind: 'close' });
    const isClosed = await closed;
    this.kill();
    await this.ended;
    return isClosed;
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  /** Counts looks, not time, because this process may be the one that was delayed. */
  #look(): void {
    if (this.#unanswered >= UNANSWERED_MAX) {
      this.#complaint = `It did not answer for ${this.#parts.silentMs} ms.`;
      this.kill();
      return;
    }
    this.#unanswered += 1;
    this.#send({ kind: 'ping' });
  }

  #received(message: FromProcess): void {
    this.#unanswered = 0;
    if (message.kind === 'note') this.#parts.note(message.note);
    else if (message.kind === 'listening') this.#port = message.port;
    else if (message.kind === 'question') void this.#answer(message.id, message.question);
    this.#awaited.get(message.kind)?.();
  }

  async #answer(id: number, question: Question): Promise<void> {
    const answer = await this.#parts.answer(question).catch((error: unknown) => {
      this.#parts.note({ kind: 'failed', error: String(error instanceof Error ? error.stack : error) });
      return { failed: true as const };
    });
    this.#send({ kind: 'answer', id, answer });
  }

  /** False when the process ends, or says nothing in time. */
  async #message(kind: FromProcess['kind'], timeoutMs: number): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    // Several messages may arrive at once: each is looked at as it arrives, none between two awaits.
    const said = new Promise<boolean>((resolve) => {
      this.#awaited.set(kind, () => resolve(true));
      timer = setTimeout(resolve, timeoutMs, false);
    });
    try {
      return await Promise.race([said, this.ended.then(() => false)]);
    } finally {
      clearTimeout(timer);
      this.#awaited.delete(kind);
    }
  }

  #send(message: ToProcess): void {
    // That it has ended is seen from its end.
    if (this.#child.connected) this.#child.send(message, () => undefined);
  }
}

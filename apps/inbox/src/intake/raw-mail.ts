import type { FileHandle } from 'node:fs/promises';
import { HEAD_BYTES } from '../domain/mail.ts';
import { MailScan } from './mail-scan.ts';

/** The bytes of an email on their way from a source to the store; those of a long one are in a file. */
export interface RawMail {
  /** All of it, or at least `HEAD_BYTES` of an email in a file. */
  readonly head: Buffer;
  readonly isInMemory: boolean;
  readonly length: number;
  readonly sha256: string;
  /** Where the body begins. */
  readonly bodyAt: number;
  /** The end of the last byte that is not blank. */
  readonly textEnd: number;
  read(from: number, to: number): AsyncIterable<Buffer>;
  /** Closes its file. */
  close(): Promise<void>;
}

/** An email that is in memory as a whole. */
export function inMemory(head: Buffer): RawMail {
  const scan = new MailScan();
  scan.add(head);
  return rawMail(scan, head, undefined);
}

/** Writes the bytes of an email as they arrive. */
export class MailWriter {
  readonly #openFile: () => Promise<FileHandle>;
  readonly #scan = new MailScan();
  #pieces: Buffer[] = [];
  #file: FileHandle | undefined;

  /** The file is opened when the email turns out to be longer than `HEAD_BYTES`. */
  constructor(openFile: () => Promise<FileHandle>) {
    this.#openFile = openFile;
  }

  get length(): number {
    return this.#scan.length;
  }

  async write(piece: Buffer): Promise<void> {
    this.#scan.add(piece);
    if (this.#file) {
      await this.#file.writeFile(piece);
      return;
    }
    this.#pieces.push(piece);
    if (this.#scan.length <= HEAD_BYTES) return;
    const begun = Buffer.concat(this.#pieces);
    // A copy, so that the rest of what came in with it is not held.
    this.#pieces = [Buffer.from(begun.subarray(0, HEAD_BYTES))];
    this.#file = await this.#openFile();
    await this.#file.writeFile(begun);
  }

  /** The email, which owns the file from now on. */
  end(): RawMail {
    const file = this.#file;
    this.#file = undefined;
    return rawMail(this.#scan, Buffer.concat(this.#pieces), file);
  }

  /** Its beginning alone, when this piece makes it too long. */
  async endTruncated(piece: Buffer): Promise<RawMail> {
    await this.discard();
    return inMemory(Buffer.concat([...this.#pieces, piece]).subarray(0, HEAD_BYTES));
  }

  async discard(): Promise<void> {
    await this.#file?.close();
    this.#file = undefined;
  }
}

function rawMail(scan: MailScan, head: Buffer, file: FileHandle | undefined): RawMail {
  const { length, bodyAt, textEnd } = scan;
  return {
    head,
    isInMemory: file === undefined,
    length,
    sha256: scan.sha256(),
    bodyAt,
    textEnd,
    read: (from, to) => (file ? piecesOf(file, from, to) : only(head.subarray(from, to))),
    close: async () => file?.close(),
  };
}

async function* piecesOf(file: FileHandle, from: number, to: number): AsyncGenerator<Buffer> {
  if (from >= to) return;
  yield* file.createReadStream({ start: from, end: to - 1, autoClose: false }) as AsyncIterable<Buffer>;
}

/** A stream of one piece would cost a third of what hashing it does. */
async function* only(piece: Buffer): AsyncGenerator<Buffer, void> {
  await Promise.resolve();
  yield piece;
}

import { createHash } from 'node:crypto';

/** Receives the bytes of one embedded file, so that they do not stay in memory. */
export interface EmbeddedWriter {
  write(bytes: Uint8Array): Promise<void>;
  /** Called after all bytes were written. @returns the reference of the attachment */
  finish(): Promise<string>;
  /** Called if the file is not used: it is too large or broken, or the package cannot be read any further. */
  discard(): Promise<void>;
}

/** The result of an embedded file. */
export interface EmbeddedContent {
  bytes: number;
  sha256?: string;
  /** The reference from the writer; absent without a writer and for a file that is not used. */
  reference?: string;
  /** The reason why the file is not used, in words. */
  fault?: string;
}

const GROUP = 4;
const SPACE = /\s+/g;
const NOT_BASE64 = /[^A-Za-z0-9+/=]/;
const PADDED_AT_END = /^[^=]*=*$/;

/** Decodes a file piece by piece. Its writes are tasks that must be done before the next piece is read. */
export class EmbeddedFile {
  readonly content: EmbeddedContent = { bytes: 0 };
  readonly #writer: EmbeddedWriter | undefined;
  readonly #mostBytes: number;
  readonly #hash = createHash('sha256');
  #rest = '';
  #isPadded = false;
  #isDone = false;

  constructor(writer: EmbeddedWriter | undefined, mostBytes: number) {
    this.#writer = writer;
    this.#mostBytes = mostBytes;
  }

  /** @returns the bytes to store */
  decode(piece: string): Buffer | undefined {
    if (this.content.fault !== undefined) return undefined;
    const signs = this.#rest + piece.replace(SPACE, '');
    const whole = signs.length - (signs.length % GROUP);
    this.#rest = signs.slice(whole);
    return this.#take(signs.slice(0, whole));
  }

  /** @returns the last bytes to store; padding may be missing */
  last(): Buffer | undefined {
    const bytes = this.content.fault === undefined ? this.#take(this.#rest) : undefined;
    if (this.content.fault === undefined && this.content.bytes === 0) this.content.fault = 'it is empty';
    return bytes;
  }

  async store(bytes: Buffer): Promise<void> {
    if (this.content.fault === undefined) await this.#writer?.write(bytes);
  }

  async close(): Promise<void> {
    if (this.#isDone) return;
    this.#isDone = true;
    if (this.content.fault !== undefined) {
      await this.#writer?.discard();
      return;
    }
    this.content.sha256 = this.#hash.digest('hex');
    const reference = await this.#writer?.finish();
    if (reference !== undefined) this.content.reference = reference;
  }

  async discard(): Promise<void> {
    this.content.fault ??= 'the document ends within it';
    await this.close();
  }

  #take(signs: string): Buffer | undefined {
    if (signs === '') return undefined;
    if (this.#isPadded || NOT_BASE64.test(signs) || !PADDED_AT_END.test(signs)) {
      this.content.fault = 'it is not base64';
      return undefined;
    }
    this.#isPadded = signs.endsWith('=');
    const bytes = Buffer.from(signs, 'base64');
    this.content.bytes += bytes.length;
    if (this.content.bytes > this.#mostBytes) {
      this.content.fault = `it has more than ${this.#mostBytes} bytes`;
      return undefined;
    }
    this.#hash.update(bytes);
    return bytes;
  }
}

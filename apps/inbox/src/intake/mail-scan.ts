import { createHash } from 'node:crypto';

const LF = 0x0a;
const CR = 0x0d;
/** The bytes that `trimEnd` removes from a text. */
const BLANKS = new Set([0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x20, 0xa0]);

/** Finds out, piece by piece, what must be known about the bytes of an email before they are stored. */
export class MailScan {
  readonly #hash = createHash('sha256');
  #bodyAt: number | undefined;
  /** What the headers end with so far: the empty line may be cut into pieces. */
  #ending: 'text' | 'line' | 'line and CR' = 'text';
  length = 0;
  /** The end of the last byte that is not blank. */
  textEnd = 0;

  add(piece: Uint8Array): void {
    this.#hash.update(piece);
    if (this.#bodyAt === undefined) this.#findBody(piece);
    for (let at = piece.length - 1; at >= 0; at -= 1) {
      if (BLANKS.has(piece[at] ?? 0)) continue;
      this.textEnd = this.length + at + 1;
      break;
    }
    this.length += piece.length;
  }

  /** Where the body begins: after the first empty line. */
  get bodyAt(): number {
    return this.#bodyAt ?? this.length;
  }

  /** May be called once, at the end. */
  sha256(): string {
    return this.#hash.digest('hex');
  }

  /** Byte by byte, because a text of the whole piece would cost twice of what hashing it does. */
  #findBody(piece: Uint8Array): void {
    for (const [at, byte] of piece.entries()) {
      if (byte === LF && this.#ending !== 'text') {
        this.#bodyAt = this.length + at + 1;
        return;
      }
      if (byte === LF) this.#ending = 'line';
      else this.#ending = byte === CR && this.#ending === 'line' ? 'line and CR' : 'text';
    }
  }
}

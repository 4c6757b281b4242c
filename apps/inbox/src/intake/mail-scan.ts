import { createHash } from 'node:crypto';

const LF = 0x0a;
const CR = 0x0d;
/** What `trimEnd` takes off a text of these bytes. */
const BLANKS = new Set([0x09, LF, 0x0b, 0x0c, CR, 0x20, 0xa0]);

/** Finds out, piece by piece, what must be known about the bytes of an email before they are stored. */
export class MailScan {
  readonly #hash = createHash('sha256');
  readonly #head = new EndOfHead();
  length = 0;
  /** The end of the last byte that is not blank. */
  textEnd = 0;

  add(piece: Uint8Array): void {
    this.#hash.update(piece);
    this.#head.add(piece);
    for (let at = piece.length - 1; at >= 0; at -= 1) {
      if (BLANKS.has(piece[at] ?? 0)) continue;
      this.textEnd = this.length + at + 1;
      break;
    }
    this.length += piece.length;
  }

  /** Where the body begins: behind the first empty line. */
  get bodyAt(): number {
    return this.#head.foundAt ?? this.length;
  }

  /** May be called once, at the end. */
  sha256(): string {
    return this.#hash.digest('hex');
  }
}

/** Looks for a line end that is followed by another one, also where it is cut in pieces. */
class EndOfHead {
  foundAt: number | undefined;
  #length = 0;
  /** What has been seen of it: nothing, a line feed, a line feed and a carriage return. */
  #seen: 0 | 1 | 2 = 0;

  add(piece: Uint8Array): void {
    for (let at = 0; at < piece.length && this.foundAt === undefined; at += 1) {
      if (this.#seen === 0) {
        at = piece.indexOf(LF, at);
        if (at === -1) break;
        this.#seen = 1;
      } else this.#next(piece[at] ?? 0, this.#length + at + 1);
    }
    this.#length += piece.length;
  }

  #next(byte: number, behind: number): void {
    if (byte === LF) this.foundAt = behind;
    else this.#seen = byte === CR && this.#seen === 1 ? 2 : 0;
  }
}

import { FIXED_LIMITS } from './limits.ts';

const [LF, CR, NUL] = [10, 13, 0];
/** Telnet: these bytes introduce commands of two and of three bytes, which clients send before `ABOR`. */
const [IAC, WILL, DONT] = [255, 251, 254];

/** A line is longer than any command. */
export class LineTooLong extends Error {
  override readonly name = 'LineTooLong';
}

/** Splits the bytes of a control connection into lines, however they are cut into packets. */
export class CommandLines {
  #line: number[] = [];
  /** Bytes of a telnet command that are still to be skipped: after IAC it is unknown how many. */
  #telnet: 'none' | 'command' | 'option' = 'none';

  /** True if a line has begun that has not ended. */
  get isWithinLine(): boolean {
    return this.#line.length > 0;
  }

  /** The lines that these bytes complete. @throws LineTooLong */
  push(bytes: Uint8Array): string[] {
    const lines: string[] = [];
    for (const byte of bytes) {
      if (this.#isTelnet(byte)) continue;
      if (byte === LF) lines.push(this.#take());
      else if (this.#line.push(byte) > FIXED_LIMITS.lineBytes) throw new LineTooLong('The line is too long.');
    }
    return lines;
  }

  #take(): string {
    if (this.#line.at(-1) === CR) this.#line.pop();
    const line = Buffer.from(this.#line.filter((byte) => byte !== NUL));
    this.#line = [];
    return decode(line);
  }

  #isTelnet(byte: number): boolean {
    if (this.#telnet === 'option') {
      this.#telnet = 'none';
      return true;
    }
    if (this.#telnet === 'command') {
      this.#telnet = byte >= WILL && byte <= DONT ? 'option' : 'none';
      // A doubled IAC is a byte of the text.
      return byte !== IAC;
    }
    if (byte !== IAC) return false;
    this.#telnet = 'command';
    return true;
  }
}

/** Older programs send names in the character set of Windows. */
function decode(line: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(line);
  } catch {
    return new TextDecoder('windows-1252').decode(line);
  }
}

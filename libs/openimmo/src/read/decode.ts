import { PackageUnreadable } from './limits.ts';

const BLOCK_BYTES = 65_536;
const HEAD_BYTES = 1024;

/**
 * The text of a document, block by block. A byte order mark decides the encoding, then zero bytes, then the declaration; invalid UTF-8 is
 * read as windows-1252, because such software writes that.
 */
export async function* decodedText(
  bytes: AsyncIterable<Uint8Array>,
  mostBytes: number,
): AsyncGenerator<string> {
  let decoder: Decoder | undefined;
  let isFirst = true;
  for await (const block of blocksOf(bytes, mostBytes)) {
    decoder ??= decoderFor(block);
    const text = decoder.decode(block);
    yield isFirst ? text.replace(/^\uFEFF/, '') : text;
    isFirst = false;
  }
  const rest = decoder?.end() ?? '';
  if (rest !== '') yield rest;
}

/** Splits bytes into blocks of one size, so that the result does not depend on the chunks in which they arrive. */
async function* blocksOf(bytes: AsyncIterable<Uint8Array>, mostBytes: number): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let size = 0;
  let total = 0;
  for await (const piece of bytes) {
    total += piece.length;
    if (total > mostBytes) throw new PackageUnreadable(`The document has more than ${mostBytes} bytes.`);
    waiting.push(Buffer.from(piece.buffer, piece.byteOffset, piece.length));
    size += piece.length;
    if (size < BLOCK_BYTES) continue;
    const whole = Buffer.concat(waiting);
    let at = 0;
    for (; at + BLOCK_BYTES <= whole.length; at += BLOCK_BYTES) yield whole.subarray(at, at + BLOCK_BYTES);
    waiting = at < whole.length ? [whole.subarray(at)] : [];
    size = whole.length - at;
  }
  if (size > 0) yield Buffer.concat(waiting);
}

interface Decoder {
  decode(block: Buffer): string;
  end(): string;
}

function decoderFor(head: Buffer): Decoder {
  const wide = wideForm(head);
  if (wide !== undefined) return streaming(wide);
  const declared = declaredIn(head);
  if (declared === undefined || /^(utf-?(8|16)|us-?ascii|ascii)/i.test(declared)) return new MixedDecoder();
  if (/^(iso-?8859-?1|latin-?1|windows-?1252|cp-?1252|ansi)$/i.test(declared)) return new WesternDecoder();
  if (/^(iso[-_]?8859[-_]?15|latin-?9)$/i.test(declared)) return new WesternDecoder(new Latin9Decoder());
  return streamingOr(declared) ?? new MixedDecoder();
}

/** Detects UTF-16 by its byte order mark, or by the zero bytes beside the first character. */
function wideForm([a, b]: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0)) return 'utf-16le';
  return (a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c) ? 'utf-16be' : undefined;
}

const declaredIn = (head: Buffer): string | undefined =>
  /^[^<]{0,10}<\?xml[^>]{0,400}?encoding\s*=\s*["']([\w.:-]{1,40})["']/i.exec(
    head.toString('latin1', 0, HEAD_BYTES),
  )?.[1];

function streaming(label: string): Decoder {
  const decoder = new TextDecoder(label, { ignoreBOM: true });
  return { decode: (block) => decoder.decode(block, { stream: true }), end: () => decoder.decode() };
}

/** A decoder for a charset; undefined if the charset is unknown. */
function streamingOr(label: string): Decoder | undefined {
  try {
    return streaming(label);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Valid UTF-8 sequences of several bytes, or invalid bytes; the text has one character for each byte. */
const SEQUENCES =
  /((?:[\xC2-\xDF][\x80-\xBF]|\xE0[\xA0-\xBF][\x80-\xBF]|[\xE1-\xEC\xEE\xEF][\x80-\xBF]{2}|\xED[\x80-\x9F][\x80-\xBF]|\xF0[\x90-\xBF][\x80-\xBF]{2}|[\xF1-\xF3][\x80-\xBF]{3}|\xF4[\x80-\x8F][\x80-\xBF]{2})+)|[\x80-\xFF]/g;
const CUT_SEQUENCE = /(?:[\xC2-\xF4]|[\xE0-\xF4][\x80-\xBF]|[\xF0-\xF4][\x80-\xBF]{2})$/;

/** The bytes 80 to 9F in windows-1252; the undefined ones stay controls. */
const C1 = Array.from('€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8DŽ\x8F\x90‘’“”•–—˜™š›œ\x9DžŸ');
const western = (latin1: string): string =>
  latin1.replace(/[\x80-\x9F]/g, (sign) => C1[sign.charCodeAt(0) - 0x80] ?? sign);

/** Decodes UTF-8, and windows-1252 for bytes that are invalid in UTF-8. */
class MixedDecoder implements Decoder {
  #cut = '';

  decode(block: Buffer): string {
    const latin1 = this.#cut + block.toString('latin1');
    this.#cut = CUT_SEQUENCE.exec(latin1)?.[0] ?? '';
    return mixed(latin1.slice(0, latin1.length - this.#cut.length));
  }

  end(): string {
    return mixed(this.#cut);
  }
}

const mixed = (latin1: string): string =>
  latin1.replace(SEQUENCES, (whole, utf8: string | undefined) =>
    utf8 === undefined ? western(whole) : Buffer.from(utf8, 'latin1').toString('utf8'),
  );

/** Decodes windows-1252, independent of earlier blocks. */
const WINDOWS: Decoder = { decode: (block) => western(block.toString('latin1')), end: () => '' };

/** Decodes ISO 8859-15. Its control characters are never intended: from the first block with one on, the text is windows-1252. */
class Latin9Decoder implements Decoder {
  #isWindows = false;

  decode(block: Buffer): string {
    this.#isWindows ||= /[\x80-\x9F]/.test(block.toString('latin1'));
    return this.#isWindows ? WINDOWS.decode(block) : LATIN_9.decode(block);
  }

  end(): string {
    return '';
  }
}

const LATIN_9 = new TextDecoder('iso-8859-15');

const ALL_ASCII = /^[\0-\x7F]*$/;

/** Decodes a document with a declared western charset as such, unless its first block with other than ASCII characters is valid UTF-8. */
class WesternDecoder implements Decoder {
  readonly #declared: Decoder;
  #decided: Decoder | undefined;

  constructor(declared = WINDOWS) {
    this.#declared = declared;
  }

  decode(block: Buffer): string {
    if (this.#decided === undefined) {
      const latin1 = block.toString('latin1');
      if (ALL_ASCII.test(latin1)) return latin1;
      const others = latin1
        .replace(CUT_SEQUENCE, '')
        .replace(SEQUENCES, (whole, utf8?: string) => (utf8 ? '' : whole));
      const isUtf8 = ALL_ASCII.test(others) && /[\x80-\xFF]/.test(latin1.replace(CUT_SEQUENCE, ''));
      this.#decided = isUtf8 ? new MixedDecoder() : this.#declared;
    }
    return this.#decided.decode(block);
  }

  end(): string {
    return this.#decided?.end() ?? '';
  }
}

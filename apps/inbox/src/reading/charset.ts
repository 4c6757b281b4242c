import iconv from 'iconv-lite';
import libmime from 'libmime';

const ASCII = /^(us-?ascii|ascii|ansi_x3\.4-1968|646)$/i;
const SINGLE_BYTE_WESTERN = /^(iso-?8859-?(1|15)|latin-?[19]|windows-?1252|cp-?1252|x-ansi|ansi)$/i;
const LATIN_9 = /^(iso-?8859-?15|latin-?9)$/i;
const JAPANESE = /^(iso-?2022-?jp|jis)/i;

/**
 * The texts that bytes may mean, likeliest first: byte order mark, MIME charset, declaration (RFC 7303), UTF-8, at last
 * windows-1252. A charset that the bytes contradict is left out.
 */
export function* decodings(bytes: Uint8Array, mimeCharset: string | undefined): Generator<string, void> {
  const seen = new Set<string>();
  let isWestern = false;
  for (const charset of candidates(bytes, mimeCharset)) {
    const name = charset.trim().toLowerCase();
    if (name === '' || seen.has(name)) continue;
    seen.add(name);
    const text = decode(bytes, name);
    isWestern ||= text !== undefined && SINGLE_BYTE_WESTERN.test(name);
    if (text !== undefined) yield text;
  }
  if (!isWestern) yield western(bytes);
}

/** The most likely decoding of the bytes of a text. */
export function decodeText(bytes: Uint8Array, mimeCharset?: string): string {
  const [likeliest = ''] = decodings(bytes, mimeCharset);
  return likeliest.replace(/^\uFEFF/, '');
}

function* candidates(bytes: Uint8Array, mimeCharset: string | undefined): Generator<string, void> {
  const mark = markOf(bytes) ?? wideForm(bytes);
  if (mark !== undefined) yield mark;
  const declared = declaredIn(bytes);
  // Text in a western charset is never well-formed UTF-8 by chance, so a forwarder's guess must not win over the bytes.
  const guess = mimeCharset !== undefined && SINGLE_BYTE_WESTERN.test(mimeCharset.trim());
  if (guess && (declared === undefined || /^utf-?8$/i.test(declared)) && isWideUtf8(bytes)) yield 'utf-8';
  if (mimeCharset !== undefined) yield mimeCharset;
  if (declared !== undefined) yield declared;
  yield 'utf-8';
}

function markOf(bytes: Uint8Array): string | undefined {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  return a === 0xfe && b === 0xff ? 'utf-16be' : undefined;
}

const HEAD_BYTES = 1024;

/** UTF-16 without a mark shows in the first characters, which are ASCII. */
function wideForm([a, b, c, d]: Uint8Array): string | undefined {
  if (a && b === 0 && (a === 0x3c || (c && d === 0))) return 'utf-16le';
  return a === 0 && b && (b === 0x3c || (c === 0 && d)) ? 'utf-16be' : undefined;
}

const inTags = (head: string, tags: RegExp, declaration: RegExp): string | undefined =>
  head
    .match(tags)
    ?.map((tag) => declaration.exec(tag)?.[1])
    .find((charset) => charset !== undefined);

/** The character set in an XML declaration, or in the head of an HTML page. */
function declaredIn(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1').replaceAll('\0', '');
  const declared =
    inTags(head, /<\?xml[^<>]*/gi, /encoding\s*=\s*["']([\w.:-]+)["']/i) ??
    inTags(head, /<meta\s[^<>]*/gi, /charset\s*=\s*["']?([\w.:-]+)/i);
  // Bytes that could be read so far are not UTF-16, whatever they declare.
  return declared !== undefined && /^utf-?16/i.test(declared) ? undefined : declared;
}

function isWideUtf8(bytes: Uint8Array): boolean {
  return bytes.some((byte) => byte >= 0x80) && decode(bytes, 'utf-8') !== undefined;
}

/** Undefined when the charset is unknown or the bytes cannot be text in it. */
function decode(bytes: Uint8Array, charset: string): string | undefined {
  if (ASCII.test(charset)) return bytes.some((byte) => byte >= 0x80) ? undefined : western(bytes);
  if (LATIN_9.test(charset) && !hasControls(bytes)) return complete(decodeBy(bytes, 'iso-8859-15'));
  if (SINGLE_BYTE_WESTERN.test(charset)) return complete(western(bytes));
  if (/^utf-?(8|16|16le|16be)$/.test(charset)) return unicode(bytes, charset);
  if (JAPANESE.test(charset)) return libmime.decodeWord(charset, 'B', Buffer.from(bytes).toString('base64'));
  return iconv.encodingExists(charset) ? complete(decodeBy(bytes, charset)) : undefined;
}

const complete = (text: string): string | undefined => (text.includes('\uFFFD') ? undefined : text);

const decodeBy = (bytes: Uint8Array, charset: string): string => iconv.decode(Buffer.from(bytes), charset);

/** Texts that declare ISO 8859-1 are decoded as windows-1252. */
const western = (bytes: Uint8Array): string => decodeBy(bytes, 'windows-1252');

/** The C1 controls of ISO 8859 are never meant: such bytes are the punctuation of windows-1252. */
const hasControls = (bytes: Uint8Array): boolean => bytes.some((byte) => byte >= 0x80 && byte < 0xa0);

function unicode(bytes: Uint8Array, charset: string): string | undefined {
  const label = charset.replace(/^utf-?/, 'utf-');
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

import iconv from 'iconv-lite';

const LAST_RESORT = 'windows-1252';
const ASCII = /^(us-?ascii|ascii|ansi_x3\.4-1968|646)$/i;
const SINGLE_BYTE_WESTERN = /^(iso-?8859-?(1|15)|latin-?1|windows-?1252|cp-?1252|x-ansi|ansi)$/i;

/**
 * The texts that the bytes of an XML document may mean, likeliest first: byte order mark, MIME charset, XML declaration
 * (RFC 7303), UTF-8, at last windows-1252. A charset that the bytes contradict is left out.
 */
export function* decodings(bytes: Uint8Array, mimeCharset: string | undefined): Generator<string> {
  const seen = new Set<string>();
  for (const charset of candidates(bytes, mimeCharset)) {
    const name = charset.trim().toLowerCase();
    if (name === '' || seen.has(name)) continue;
    seen.add(name);
    const text = decode(bytes, name);
    if (text !== undefined) yield text;
  }
}

function* candidates(bytes: Uint8Array, mimeCharset: string | undefined): Generator<string> {
  const mark = markOf(bytes) ?? wideForm(bytes);
  if (mark !== undefined) yield mark;
  const declared = declaredIn(bytes);
  // Text in a western charset is never well-formed UTF-8 by chance, so a forwarder's guess must not win over the bytes.
  const guess = mimeCharset !== undefined && SINGLE_BYTE_WESTERN.test(mimeCharset.trim());
  if (guess && (declared === undefined || /^utf-?8$/i.test(declared)) && isWideUtf8(bytes)) yield 'utf-8';
  if (mimeCharset !== undefined) yield mimeCharset;
  if (declared !== undefined) yield declared;
  yield 'utf-8';
  yield LAST_RESORT;
}

function markOf(bytes: Uint8Array): string | undefined {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  return a === 0xfe && b === 0xff ? 'utf-16be' : undefined;
}

/** UTF-16 without a mark shows in the first sign, which is `<`. */
function wideForm(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0x3c && bytes[1] === 0) return 'utf-16le';
  return bytes[0] === 0 && bytes[1] === 0x3c ? 'utf-16be' : undefined;
}

function declaredIn(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, 400)).toString('latin1').replaceAll('\0', '');
  const declared = /<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/i.exec(head)?.[1];
  // Bytes that could be read so far are no UTF-16, whatever they say.
  return declared !== undefined && /^utf-?16/i.test(declared) ? undefined : declared;
}

function isWideUtf8(bytes: Uint8Array): boolean {
  return bytes.some((byte) => byte >= 0x80) && decode(bytes, 'utf-8') !== undefined;
}

/** Undefined when the charset is unknown or the bytes cannot be text in it. */
function decode(bytes: Uint8Array, charset: string): string | undefined {
  if (ASCII.test(charset)) return bytes.some((byte) => byte >= 0x80) ? undefined : western(bytes);
  if (SINGLE_BYTE_WESTERN.test(charset)) return western(bytes);
  if (/^utf-?(8|16|16le|16be)$/.test(charset)) return unicode(bytes, charset);
  if (!iconv.encodingExists(charset)) return undefined;
  const text = iconv.decode(Buffer.from(bytes), charset);
  return text.includes('\uFFFD') ? undefined : text;
}

/** What says ISO 8859-1 is windows-1252 wherever the two differ. */
const western = (bytes: Uint8Array): string => iconv.decode(Buffer.from(bytes), 'windows-1252');

function unicode(bytes: Uint8Array, charset: string): string | undefined {
  const label = charset.replace(/^utf-?/, 'utf-');
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

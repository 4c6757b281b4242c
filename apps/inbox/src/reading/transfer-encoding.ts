import { uuFilesIn } from './uuencode.ts';

/** The bytes of a body, without its transfer encoding; what is no valid code in it is skipped. */
export function decodeTransfer(body: Buffer, encoding: string | undefined): Buffer {
  const name = /[\w-]+/.exec(encoding?.toLowerCase() ?? '')?.[0];
  if (name === 'base64') return fromBase64(body);
  if (name === 'quoted-printable') return fromQuotedPrintable(body);
  if (name !== undefined && /^(x-)?uue?(ncode)?$/.test(name)) return fromUuencode(body);
  return body;
}

function fromUuencode(body: Buffer): Buffer {
  for (const { read } of uuFilesIn(body)) return read();
  return body;
}

/** Several padded pieces may follow each other. */
function fromBase64(body: Buffer): Buffer {
  const text = body.toString('latin1');
  const bytes = Buffer.alloc(Math.ceil((text.length * 3) / 4));
  let length = 0;
  for (let at = 0; at < text.length;) {
    const padding = text.indexOf('=', at);
    const end = padding === -1 ? text.length : padding;
    if (end > at) length += bytes.write(text.slice(at, end), length, 'base64');
    at = end + 1;
  }
  return bytes.subarray(0, length);
}

const EQUALS = 0x3d;
const CR = 0x0d;
const LF = 0x0a;

function fromQuotedPrintable(body: Buffer): Buffer {
  const bytes = Buffer.alloc(body.length);
  let length = 0;
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at] ?? 0;
    const code = byte === EQUALS ? codeAt(body, at + 1) : undefined;
    if (code !== undefined) {
      bytes[length] = code;
      at += 2;
      length += 1;
      continue;
    }
    const lineEnd = byte === EQUALS ? softBreakEnd(body, at + 1) : undefined;
    if (lineEnd !== undefined) {
      at = lineEnd - 1;
      continue;
    }
    bytes[length] = byte;
    length += 1;
  }
  return bytes.subarray(0, length);
}

function codeAt(body: Buffer, at: number): number | undefined {
  const hex = body.toString('latin1', at, at + 2);
  return /^[\da-f]{2}$/i.test(hex) ? Number.parseInt(hex, 16) : undefined;
}

/** Behind a soft line break, which transports may have put blanks into; undefined where there is none. */
function softBreakEnd(body: Buffer, from: number): number | undefined {
  let at = from;
  while (body[at] === 0x20 || body[at] === 0x09) at += 1;
  if (at === body.length) return at;
  if (body[at] === CR) at += 1;
  return body[at] === LF ? at + 1 : undefined;
}

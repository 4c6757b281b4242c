import libmime from 'libmime';
import { failure } from '../domain/failure.ts';
import type { ParsingFailure } from '../domain/failure.ts';
import { decodeText } from './charset.ts';
import { entityOf } from './entity.ts';
import type { Entity } from './entity.ts';
import { mentionsRequest } from './documents-in-text.ts';
import { textOfHtml } from './html-text.ts';
import { LIMITS } from './limits.ts';
import type { MailHead } from './mail-head.ts';
import { piecesOf } from './multipart.ts';
import { decodeTransfer } from './transfer-encoding.ts';

/** Something an email or an archive carries. */
export interface Part {
  /** As declared; says little. */
  mediaType: string;
  name: string;
  /** Its name in problems. */
  label: string;
  charset: string | undefined;
  /** It is shown as text of the email. */
  isBody: boolean;
  /** Its bytes, decoded at each call, so that an email is never in memory with all its parts. */
  read: () => Buffer;
}

/** A part or something in it that cannot be used. */
export interface Fault {
  why: ParsingFailure;
  part?: string;
}

/** One email, taken apart on its own level; emails inside it are parts. */
export interface Message {
  head: MailHead;
  text: string;
  parts: Part[];
  faults: Fault[];
}

/** How many parts of an email may still be looked at, on all levels together. */
export class PartAllowance {
  #left: number = LIMITS.parts;
  #refused = 0;

  /** How many parts were not looked at. */
  get refused(): number {
    return this.#refused;
  }

  take(): boolean {
    if (this.#left === 0) this.#refused += 1;
    else this.#left -= 1;
    return this.#refused === 0;
  }
}

/** Takes an email apart, whatever its bytes are. */
export function parseMessage(raw: Buffer, allowance: PartAllowance): Message {
  const root = entityOf(raw);
  const walk = new Walk(allowance);
  walk.visit(root, 0);
  const { parts, faults } = walk;
  return { head: root.head, text: textOf(parts), parts, faults };
}

class Walk {
  readonly parts: Part[] = [];
  readonly faults: Fault[] = [];
  readonly #allowance: PartAllowance;

  constructor(allowance: PartAllowance) {
    this.#allowance = allowance;
  }

  visit(entity: Entity, depth: number): void {
    if (entity.head.isCut) this.faults.push({ why: HEAD_CUT });
    if (!entity.mediaType.startsWith('multipart/')) this.#addLeaf(entity);
    else if (depth >= LIMITS.multipartDepth) this.faults.push({ why: TOO_DEEP });
    else if (!this.#visitParts(entity, depth)) this.#addUndivided(entity);
  }

  /** False when there is no part. */
  #visitParts({ mediaType, boundary, body }: Entity, depth: number): boolean {
    if (boundary === undefined) return false;
    const implied = mediaType === 'multipart/digest' ? 'message/rfc822' : 'text/plain';
    const outside: Buffer[] = [];
    let isDivided = false;
    for (const { bytes, isPart } of piecesOf(body, boundary)) {
      isDivided ||= isPart;
      const isRead = (isPart || mentionsRequest(bytes)) && this.#allowance.take();
      if (isRead && isPart) this.visit(entityOf(bytes, implied), depth + 1);
      else if (isRead) outside.push(bytes);
    }
    if (isDivided) for (const bytes of outside) this.#addLeaf({ ...OUTSIDE, body: bytes });
    return isDivided;
  }

  /** A multipart body without parts is read as text. */
  #addUndivided(entity: Entity): void {
    if (/^--[^\s-]/m.test(entity.body.toString('latin1', 0, LIMITS.headBytes))) {
      this.faults.push({ why: UNDIVIDED });
    }
    this.#addLeaf({ ...entity, mediaType: 'text/plain' });
  }

  #addLeaf({ mediaType, name, charset, body, encoding, isAttachment, flow }: Entity): void {
    const isBody = !isAttachment && (mediaType === 'text/plain' || mediaType === 'text/html');
    const read = () => {
      const bytes = decodeTransfer(body, encoding);
      return isBody && flow !== 'fixed' ? unfolded(bytes, flow === 'flowed-delsp') : bytes;
    };
    const label = name === '' ? `part ${this.parts.length + 1}` : name;
    this.parts.push({ mediaType, name, label, charset, isBody, read });
  }
}

/** A text without headers. */
const OUTSIDE: Entity = {
  ...entityOf(Buffer.from('\r\n')),
  name: 'text outside of the parts',
  isAttachment: true,
};

const HEAD_CUT = failure('too_large', 'The headers of the email or of a part are too long.');
const TOO_DEEP = failure('too_large', 'The email has parts that are nested too deeply.');
const UNDIVIDED = failure(
  'unsupported_format',
  'The parts of the email cannot be separated, because a boundary is wrong.',
);

/** Joins the lines that `format=flowed` has broken. */
function unfolded(bytes: Buffer, isDelSp: boolean): Buffer {
  if (bytes.length > LIMITS.textBytes) return bytes;
  return Buffer.from(libmime.decodeFlowed(bytes.toString('latin1'), isDelSp), 'latin1');
}

/** The text of the email as a person reads it: the plain text, or that of its HTML where there is none. */
function textOf(parts: readonly Part[]): string {
  const plain = textOfType(parts, 'text/plain');
  return plain.trim() === '' ? textOfType(parts, 'text/html') : plain;
}

function textOfType(parts: readonly Part[], mediaType: string): string {
  let text = '';
  for (const part of parts) {
    if (!part.isBody || part.mediaType !== mediaType) continue;
    const decoded = decodeText(beginningOf(part.read()), part.charset);
    const readable = mediaType === 'text/html' ? textOfHtml(decoded) : decoded.replaceAll('\r\n', '\n');
    text += text === '' ? readable : `\n${readable}`;
    if (text.length > LIMITS.textBytes) break;
  }
  return text;
}

/** No more than is shown, without half a character at the end. */
function beginningOf(bytes: Buffer): Buffer {
  if (bytes.length <= LIMITS.textBytes) return bytes;
  let end: number = LIMITS.textBytes;
  while (end > LIMITS.textBytes - 4 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, end);
}

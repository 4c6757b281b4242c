import { MongoError } from '../errors.ts';
import { checkDocument } from './check-document.ts';
import { decodeExact, type Doc, encode, largestEncoded } from '../values/document.ts';

const opReply = 1;
const opQuery = 2004;
const opMsg = 2013;
const checksumPresent = 1;
const moreToCome = 2;
const headerBytes = 16;

/** The largest message in bytes. */
export const largestMessage = 48_000_000;

/** The maximum number of documents in a sequence. */
export const largestBatch = 100_000;

/** The frame of the reply to a message. */
export type Head = { requestId: number; legacy: boolean; wantsReply: boolean };

/** A command as received, with its document sequences undecoded. */
export type Command = { body: Doc; sequences: Map<string, Buffer[]> };

function readString(bytes: Buffer, at: number): { text: string; end: number } {
  const end = bytes.indexOf(0, at);
  if (end < 0) throw new MongoError(9, 'a name has no end');
  return { text: bytes.toString('utf8', at, end), end: end + 1 };
}

/** The bytes of a document or of a sequence, by the length at their beginning. */
function sized(bytes: Buffer, at: number, least: number): Buffer {
  const size = at + 4 <= bytes.length ? bytes.readInt32LE(at) : 0;
  if (size < least || at + size > bytes.length)
    throw new MongoError(9, `a section of a message has ${size} bytes, which do not fit`);
  return bytes.subarray(at, at + size);
}

function readBody(raw: Buffer): Doc {
  if (raw.length > largestEncoded)
    throw new MongoError(
      10334,
      `a command of ${raw.length} bytes is too large; the most is ${largestEncoded}`,
    );
  checkDocument(raw);
  return decodeExact(raw);
}

function readSequence(section: Buffer): { name: string; documents: Buffer[] } {
  const { text: name, end } = readString(section, 4);
  const documents: Buffer[] = [];
  for (let at = end; at < section.length;) {
    const raw = sized(section, at, 5);
    checkDocument(raw);
    if (documents.push(raw) > largestBatch)
      throw new MongoError(16, `Write batch sizes must be between 1 and ${largestBatch}.`);
    at += raw.length;
  }
  return { name, documents };
}

function parseMsg(message: Buffer): Command {
  const flags = message.readUInt32LE(headerBytes);
  const end = flags & checksumPresent ? message.length - 4 : message.length;
  const sections = message.subarray(0, end);
  const sequences = new Map<string, Buffer[]>();
  let body: Doc | undefined;
  for (let at = headerBytes + 4; at < end;) {
    const kind = message[at];
    const section = sized(sections, at + 1, 5);
    if (kind === 0 && !body) body = readBody(section);
    else if (kind === 1) {
      const { name, documents } = readSequence(section);
      if (sequences.has(name)) throw new MongoError(9, `two sequences are named '${name}'`);
      sequences.set(name, documents);
    } else throw new MongoError(9, `unknown or repeated section of kind ${String(kind)}`);
    at += 1 + section.length;
  }
  if (!body) throw new MongoError(9, 'a message without a body');
  return { body, sequences };
}

/** Parses the old query message, in which drivers send their first hello. */
function parseQuery(message: Buffer): Command {
  const { text: namespace, end } = readString(message, headerBytes + 4);
  const body = readBody(sized(message, end + 8, 5));
  const $db = namespace.split('.')[0] ?? 'admin';
  return { body: { ...body, $db }, sequences: new Map() };
}

/** Reads how to reply to a message; throws for one without a reply. */
export function parseHead(message: Buffer): Head {
  const code = message.readInt32LE(12);
  const legacy = code === opQuery;
  if (message.length < headerBytes + 5 || (code !== opMsg && !legacy))
    throw new MongoError(9, `message kind ${code} is not supported by the embedded MongoDB`);
  const wantsReply = legacy || (message.readUInt32LE(headerBytes) & moreToCome) === 0;
  return { requestId: message.readInt32LE(4), legacy, wantsReply };
}

/** Parses the command of a message; throws for an invalid one. */
export const parseCommand = (message: Buffer, { legacy }: Head): Command =>
  legacy ? parseQuery(message) : parseMsg(message);

let lastReply = 0;

function header(length: number, replyTo: number, code: number): Buffer {
  const bytes = Buffer.alloc(headerBytes);
  bytes.writeInt32LE(length, 0);
  bytes.writeInt32LE((lastReply = (lastReply + 1) & 0x7fffffff), 4);
  bytes.writeInt32LE(replyTo, 8);
  bytes.writeInt32LE(code, 12);
  return bytes;
}

/** Frames a reply to match its request: the header, and the reply. */
export function frameReply(request: Head, answer: Doc | Buffer): readonly [Buffer, Buffer] {
  const raw = Buffer.isBuffer(answer) ? answer : encode(answer);
  if (!request.legacy) {
    const head = header(headerBytes + 5 + raw.length, request.requestId, opMsg);
    return [Buffer.concat([head, Buffer.alloc(5)]), raw];
  }
  const reply = Buffer.alloc(20);
  reply.writeInt32LE(8, 0); // the flag "await capable", which every server sets
  reply.writeInt32LE(1, 16);
  const head = header(headerBytes + 20 + raw.length, request.requestId, opReply);
  return [Buffer.concat([head, reply]), raw];
}

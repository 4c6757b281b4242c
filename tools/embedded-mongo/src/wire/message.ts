import { MongoError } from '../errors.ts';
import { decodeExact, type Doc, encode } from '../values/document.ts';

const opReply = 1;
const opQuery = 2004;
const opMsg = 2013;
const checksumPresent = 1;
const moreToCome = 2;
const headerBytes = 16;

/** The largest message in bytes. */
export const largestMessage = 48_000_000;

/** A request as it came: the command, its document sequences undecoded, and how its answer is framed. */
export type Request = {
  requestId: number;
  body: Doc;
  sequences: Map<string, Buffer[]>;
  legacy: boolean;
  wantsReply: boolean;
};

function readString(bytes: Buffer, at: number): { text: string; end: number } {
  const end = bytes.indexOf(0, at);
  return { text: bytes.toString('utf8', at, end), end: end + 1 };
}

function readSequence(section: Buffer): { name: string; documents: Buffer[] } {
  const { text: name, end } = readString(section, 4);
  const documents: Buffer[] = [];
  for (let at = end; at < section.length;) {
    const size = section.readInt32LE(at);
    if (size < 5 || at + size > section.length)
      throw new MongoError(9, 'a document does not fit into its section');
    documents.push(section.subarray(at, at + size));
    at += size;
  }
  return { name, documents };
}

function parseMsg(message: Buffer): Request {
  const flags = message.readUInt32LE(headerBytes);
  const end = flags & checksumPresent ? message.length - 4 : message.length;
  const sequences = new Map<string, Buffer[]>();
  let body: Doc | undefined;
  for (let at = headerBytes + 4; at < end;) {
    const kind = message[at];
    const size = message.readInt32LE(at + 1);
    const section = message.subarray(at + 1, at + 1 + size);
    if (kind === 0) body = decodeExact(section);
    else if (kind === 1) {
      const { name, documents } = readSequence(section);
      sequences.set(name, documents);
    } else throw new MongoError(9, `unknown section kind ${String(kind)}`);
    at += 1 + size;
  }
  if (!body) throw new MongoError(9, 'a message without a body');
  return {
    requestId: message.readInt32LE(4),
    body,
    sequences,
    legacy: false,
    wantsReply: (flags & moreToCome) === 0,
  };
}

/** The old query message, in which drivers say their first hello. */
function parseQuery(message: Buffer): Request {
  const { text: namespace, end } = readString(message, headerBytes + 4);
  const body = decodeExact(message.subarray(end + 8));
  const $db = namespace.split('.')[0] ?? 'admin';
  return {
    requestId: message.readInt32LE(4),
    body: { ...body, $db },
    sequences: new Map(),
    legacy: true,
    wantsReply: true,
  };
}

/** Reads one whole message. */
export function parseMessage(message: Buffer): Request {
  const code = message.readInt32LE(12);
  if (code === opMsg) return parseMsg(message);
  if (code === opQuery) return parseQuery(message);
  throw new MongoError(9, `message kind ${code} is not supported by the embedded MongoDB`);
}

let lastReply = 0;

function header(length: number, replyTo: number, code: number): Buffer {
  const bytes = Buffer.alloc(headerBytes);
  bytes.writeInt32LE(length, 0);
  bytes.writeInt32LE((lastReply = (lastReply + 1) & 0x7fffffff), 4);
  bytes.writeInt32LE(replyTo, 8);
  bytes.writeInt32LE(code, 12);
  return bytes;
}

/** Frames an answer in the way of its request: what goes before it, and the answer. */
export function frameReply(request: Request, answer: Doc | Buffer): readonly [Buffer, Buffer] {
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

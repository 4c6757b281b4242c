/** 1.2.840.113549.1.7.2, as it stands in a message (RFC 5652). */
const SIGNED_DATA = Buffer.from('06092a864886f70d010702', 'hex');
/** The length and the tag of the sequence stand in front of it. */
const LOOKED_AT = 24;
const OCTETS = 0x04;
const OCTETS_IN_PIECES = 0x24;
const LONG_TAG = 0x1f;
const DEEPEST = 16;
/** Programs write pieces of about a thousand bytes. */
const MOST_PIECES = 100_000;

/** True if the bytes are a message that is signed and not encrypted, in one piece with its signature. */
export const isSigned = (bytes: Buffer): boolean => bytes.subarray(0, LOOKED_AT).includes(SIGNED_DATA);

/** The email inside a signed message; undefined if it is damaged or is not there. The signature is not checked. */
export function signedContent(bytes: Buffer): Buffer | undefined {
  try {
    const [, wrapped] = childrenOf(valueAt(bytes, 0));
    const [signed] = childrenOf(wrapped);
    const [, , encapsulated] = childrenOf(signed);
    const [, content] = childrenOf(encapsulated);
    const [octets] = childrenOf(content);
    if (octets?.tag === OCTETS) return octets.body;
    if (octets?.tag !== OCTETS_IN_PIECES) return undefined;
    return Buffer.concat(childrenOf(octets).map(({ body }) => body));
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** A value of the Basic Encoding Rules (X.690). */
interface Value {
  tag: number;
  body: Buffer;
  end: number;
}

/** @throws RangeError for what is cut off, too deep or of a form that no message has */
function valueAt(bytes: Buffer, at: number, depth = 0): Value {
  if (depth > DEEPEST) throw new RangeError('too deep');
  const tag = bytes.readUInt8(at);
  if ((tag & LONG_TAG) === LONG_TAG) throw new RangeError('a long tag');
  const size = bytes.readUInt8(at + 1);
  if (size === 0x80) return unmeasured(bytes, at, depth);
  const lengthBytes = size < 0x80 ? 0 : size & 0x7f;
  const length = lengthBytes === 0 ? size : bytes.readUIntBE(at + 2, lengthBytes);
  const begin = at + 2 + lengthBytes;
  if (begin + length > bytes.length) throw new RangeError('behind the end');
  return { tag, body: bytes.subarray(begin, begin + length), end: begin + length };
}

/** A value without a length ends with two zeros behind its parts. */
function unmeasured(bytes: Buffer, at: number, depth: number): Value {
  let next = at + 2;
  while (bytes.readUInt16BE(next) !== 0) next = valueAt(bytes, next, depth + 1).end;
  return { tag: bytes.readUInt8(at), body: bytes.subarray(at + 2, next), end: next + 2 };
}

function childrenOf(value: Value | undefined): Value[] {
  const children: Value[] = [];
  const body = value?.body ?? Buffer.alloc(0);
  for (let at = 0; at < body.length; at = children.at(-1)?.end ?? body.length)
    if (children.push(valueAt(body, at)) > MOST_PIECES) throw new RangeError('too many pieces');
  return children;
}

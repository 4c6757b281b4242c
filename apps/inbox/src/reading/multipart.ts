const CR = 0x0d;
const LF = 0x0a;
const BLANKS = new Set([0x20, 0x09]);

/** A boundary line between two parts or after the last one. */
interface Delimiter {
  /** Where the part before it ends. */
  at: number;
  /** Where the part behind it begins. */
  end: number;
  isLast: boolean;
}

/** A part, or the text before the first one or after the last one. */
export interface Piece {
  bytes: Buffer;
  isPart: boolean;
}

/**
 * The pieces of a multipart body (RFC 2046): blanks may follow a boundary, and the end of the body ends the last part. There
 * is no part where there is no boundary.
 */
export function* piecesOf(body: Buffer, boundary: string): Generator<Piece> {
  let begin = 0;
  let isPart = false;
  for (const { at, end, isLast } of delimitersOf(body, Buffer.from(`--${boundary}`, 'latin1'))) {
    yield { bytes: body.subarray(begin, Math.max(begin, at)), isPart };
    begin = end;
    isPart = !isLast;
  }
  yield { bytes: body.subarray(begin), isPart };
}

function* delimitersOf(body: Buffer, dashed: Buffer): Generator<Delimiter> {
  for (let at = body.indexOf(dashed); at !== -1;) {
    const delimiter = at === 0 || body[at - 1] === LF ? delimiterAt(body, at, dashed.length) : undefined;
    if (delimiter) yield delimiter;
    // The line end of a delimiter may be that in front of the next one.
    at = body.indexOf(dashed, delimiter ? delimiter.end : at + 1);
  }
}

/** Undefined when something else follows: another boundary that begins alike, or text. */
function delimiterAt(body: Buffer, at: number, length: number): Delimiter | undefined {
  let end = at + length;
  const isLast = body[end] === 0x2d && body[end + 1] === 0x2d;
  if (isLast) end += 2;
  while (BLANKS.has(body[end] ?? 0)) end += 1;
  if (body[end] === CR && body[end + 1] === LF) end += 1;
  if (end < body.length && body[end] !== LF) return undefined;
  const before = at - (body[at - 2] === CR ? 2 : 1);
  return { at: Math.max(before, 0), end: Math.min(end + 1, body.length), isLast };
}

const CR = 0x0d;
const LF = 0x0a;
const BLANKS = new Set([0x20, 0x09]);
const DASHES_AT_LINE_START = Buffer.from('\n--');

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

/**
 * Compares the boundary only with the beginnings of lines: a search for it in the whole body could take minutes, in which nothing can end
 * the thread. A boundary with a line end would be compared with more than one line.
 */
function* delimitersOf(body: Buffer, dashed: Buffer): Generator<Delimiter> {
  if (dashed.includes(LF)) return;
  for (let at = 0; at !== -1;) {
    const delimiter = beginsWith(body, at, dashed) ? delimiterAt(body, at, dashed.length) : undefined;
    if (delimiter) yield delimiter;
    at = nextDashes(body, delimiter?.end ?? at + 1);
  }
}

const beginsWith = (body: Buffer, at: number, dashed: Buffer): boolean =>
  at + dashed.length <= body.length && body.compare(dashed, 0, dashed.length, at, at + dashed.length) === 0;

/** The line end of a delimiter may be that in front of the next one. */
function nextDashes(body: Buffer, from: number): number {
  const lineEnd = body.indexOf(DASHES_AT_LINE_START, from - 1);
  return lineEnd === -1 ? -1 : lineEnd + 1;
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

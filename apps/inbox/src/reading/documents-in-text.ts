import { decodeText } from './charset.ts';
import { textOfHtml } from './html-text.ts';
import { LIMITS } from './limits.ts';

/** A document inside a text. */
export interface TextDocument {
  bytes: Buffer;
  charset: string | undefined;
  /** Its position in the searched text. */
  from: number;
  to: number;
}

export interface TextForm {
  charset: string | undefined;
  isHtml: boolean;
}

const ROOT = /openimmo_feedback/i;
/** Charsets in which `<` is not the byte that it is in ASCII, or not always. */
const NOT_LIKE_ASCII = /^(utf-?(7|16|32)|ucs|iso-?2022)/i;

/** True if a text is worth looking through. */
export const mentionsRequest = (text: Buffer): boolean => ROOT.test(text.toString('latin1'));

/**
 * The contact requests that stand in a text, as they are or, in HTML, written with entities; and those that never end.
 */
export function* documentsIn(
  bytes: Buffer,
  { charset, isHtml }: TextForm,
): Generator<TextDocument | 'unclosed'> {
  const isWide = NOT_LIKE_ASCII.test(charset ?? '') || bytes.subarray(0, LIMITS.textBytes).includes(0);
  const text = isWide ? Buffer.from(decodeText(bytes, charset)) : bytes;
  const known = isWide ? 'utf-8' : charset;
  const root = ROOT.exec(text.toString('latin1'))?.index;
  if (root === undefined) return;
  let isFound = false;
  let unclosed = 0;
  for (const document of documentsAsTheyAre(text, known)) {
    if (document === 'unclosed') unclosed += 1;
    else {
      isFound = true;
      yield document;
    }
  }
  if (isHtml && !isFound) yield* documentsInHtml(text, root, known);
  for (; unclosed > 0; unclosed -= 1) yield 'unclosed';
}

const LONGEST_PROLOG = 2000;

/** The text of a page from shortly before the first document on; of an endless page only so much is looked at. */
function* documentsInHtml(
  page: Buffer,
  root: number,
  charset: string | undefined,
): Generator<TextDocument | 'unclosed'> {
  const from = Math.max(0, root - LONGEST_PROLOG);
  const end = from + 2 * LIMITS.xmlBytes;
  const isBehind = page.length > end && ROOT.test(page.toString('latin1', end));
  const shown = Buffer.from(textOfHtml(decodeText(page.subarray(from, end), charset)));
  yield* documentsAsTheyAre(shown, 'utf-8');
  if (isBehind) yield 'unclosed';
}

const TAG = /<(\/?)(?:[\w.-]+:)?openimmo_feedback(?:\s[^<>]*)?>/gi;

function* documentsAsTheyAre(
  text: Buffer,
  charset: string | undefined,
): Generator<TextDocument | 'unclosed'> {
  const chars = text.toString('latin1');
  let begin: number | undefined;
  let behind = 0;
  for (const tag of chars.matchAll(TAG)) {
    const [whole, slash] = tag;
    if (slash === '') {
      if (begin !== undefined) yield 'unclosed';
      begin = tag.index;
      if (!whole.endsWith('/>')) continue;
    }
    if (begin === undefined) continue;
    const from = prologBefore(chars, begin, behind);
    behind = tag.index + whole.length;
    yield { bytes: text.subarray(from, behind), charset, from, to: behind };
    begin = undefined;
  }
  if (begin !== undefined) yield 'unclosed';
}

/** Where the XML declaration begins, when nothing but comments and instructions is between it and the root. */
function prologBefore(chars: string, root: number, behind: number): number {
  const before = chars.slice(Math.max(behind, root - LONGEST_PROLOG), root);
  const declaration = before.lastIndexOf('<?xml ');
  const isProlog = /^(?:<\?[^<>]*\?>|<!--[^<>]*-->|\s)*$/.test(before.slice(declaration));
  return declaration !== -1 && isProlog ? root - before.length + declaration : root;
}

/** The identity of a document in a text, independent of its encoding and its line ends. */
export const identityOf = ({ bytes, charset }: TextDocument): Buffer =>
  Buffer.from(`\uFEFF${decodeText(bytes, charset).replaceAll('\r\n', '\n')}`);

/** The words of a text around the documents that stand in it. */
export function wordsAround(text: string): string {
  const bytes = Buffer.from(text);
  const words: Buffer[] = [];
  let at = 0;
  for (const document of documentsIn(bytes, { charset: 'utf-8', isHtml: false })) {
    if (document === 'unclosed') continue;
    words.push(bytes.subarray(at, document.from));
    at = document.to;
  }
  return words.length === 0
    ? text
    : Buffer.concat([...words, bytes.subarray(at)])
        .toString()
        .trim();
}

import { decodeText } from './charset.ts';
import { textOfHtml } from './html-text.ts';
import { LIMITS } from './limits.ts';

/** A document that stands in a text, with what it is known by: the same however its bytes were encoded. */
export interface TextDocument {
  bytes: Buffer;
  charset: string | undefined;
  identity: Buffer;
}

/** What a text holds; `unclosed` are documents that begin and do not end. */
export interface TextDocuments {
  documents: TextDocument[];
  unclosed: number;
}

export interface TextForm {
  charset: string | undefined;
  isHtml: boolean;
}

const ROOT = /openimmo_feedback/i;
/** Charsets in which `<` is not the byte that it is in ASCII, or not always. */
const NOT_LIKE_ASCII = /^(utf-?(7|16|32)|ucs|iso-?2022)/i;

/** The contact requests that stand in a text, as they are or, in HTML, written with entities. */
export function documentsIn(bytes: Buffer, { charset, isHtml }: TextForm): TextDocuments {
  const isWide = NOT_LIKE_ASCII.test(charset ?? '') || bytes.subarray(0, LIMITS.textBytes).includes(0);
  const text = isWide ? Buffer.from(decodeText(bytes, charset)) : bytes;
  const known = isWide ? 'utf-8' : charset;
  if (!ROOT.test(text.toString('latin1'))) return { documents: [], unclosed: 0 };
  const found = documentsAsTheyAre(text, known);
  if (!isHtml || found.documents.length > 0 || !/&(lt|#60|#x3c);/i.test(text.toString('latin1')))
    return found;
  const shown = Buffer.from(textOfHtml(decodeText(text, known)));
  const inText = documentsAsTheyAre(shown, 'utf-8');
  return inText.documents.length > 0 || inText.unclosed > 0 ? inText : found;
}

const TAG = /<(\/?)(?:[\w.-]{1,100}:)?openimmo_feedback(?:\s[^<>]*)?(\/?)>/gi;

function documentsAsTheyAre(text: Buffer, charset: string | undefined): TextDocuments {
  const chars = text.toString('latin1');
  const documents: TextDocument[] = [];
  let begin: number | undefined;
  let behind = 0;
  let unclosed = 0;
  for (const tag of chars.matchAll(TAG)) {
    const [whole, slash] = tag;
    if (slash === '') {
      if (begin !== undefined) unclosed += 1;
      begin = tag.index;
      if (!whole.endsWith('/>')) continue;
    }
    if (begin === undefined) continue;
    const from = prologBefore(chars, begin, behind);
    behind = tag.index + whole.length;
    const bytes = text.subarray(from, behind);
    documents.push({ bytes, charset, identity: identityOf(bytes, charset) });
    begin = undefined;
  }
  return { documents, unclosed: unclosed + (begin === undefined ? 0 : 1) };
}

const LONGEST_PROLOG = 2000;

/** Where the XML declaration begins, when nothing but comments and instructions stands between it and the root. */
function prologBefore(chars: string, root: number, behind: number): number {
  const before = chars.slice(Math.max(behind, root - LONGEST_PROLOG), root);
  const declaration = before.lastIndexOf('<?xml ');
  const isProlog = /^(?:<\?[^<>]*\?>|<!--[^<>]*-->|\s)*$/.test(before.slice(declaration));
  return declaration !== -1 && isProlog ? root - before.length + declaration : root;
}

const identityOf = (bytes: Buffer, charset: string | undefined): Buffer =>
  Buffer.from(`\uFEFF${decodeText(bytes, charset).replaceAll('\r\n', '\n')}`);

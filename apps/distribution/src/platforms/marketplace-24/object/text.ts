export const MAX_NOTE_BYTES = 3999;
export const MAX_COURTAGE_NOTE = 500;

/** Characters that XML excludes; the marketplace stores everything as XML. */
const UNWRITABLE = /[\p{Cs}\uFFFE\uFFFF]|(?![\t\n\r])\p{Cc}/gu;

const MARKS = /<!\[CDATA\[|\]\]>/g;

/** A text without these characters, and without marks of CDATA, which are refused. */
const writable = (text: string): string => withoutMarks(text.replace(UNWRITABLE, ''));

/** Removes marks repeatedly, because the removal of one may join the halves of another. */
function withoutMarks(text: string): string {
  const without = text.replace(MARKS, '');
  return without === text ? text : withoutMarks(without);
}

/** Text of one line. */
export const line = (text: string): string => writable(text).replace(/\s+/g, ' ').trim();

/** Text of several lines; the only markup that is kept there is the line break. */
export const note = (text: string): string =>
  cutBytes(writable(text).replace(/\r\n?|\n/g, '<br>'), MAX_NOTE_BYTES);

/** True if `note` has to drop the end of a text. */
export const isNoteTooLong = (text: string): boolean =>
  Buffer.byteLength(writable(text).replace(/\r\n?|\n/g, '<br>'), 'utf8') > MAX_NOTE_BYTES;

/** Cuts a text to a number of bytes, in whole characters and line breaks. */
function cutBytes(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text, 'utf8') <= maxBytes) return text;
  let bytes = 0;
  let kept = '';
  for (const sign of text) {
    bytes += Buffer.byteLength(sign, 'utf8');
    if (bytes > maxBytes) break;
    kept += sign;
  }
  return kept.replace(/<b?r?$/, '');
}

/** Cuts a text to a number of code units, in whole characters. */
export const cut = (text: string, maxLength: number): string =>
  text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, '');

/** Cuts a text at a word, unless the last word is most of the text. */
export function cutAtWord(text: string, maxLength: number): string {
  const short = cut(text, maxLength);
  if (short === text) return text;
  const end = text[short.length] === ' ' ? short.length : short.lastIndexOf(' ');
  return (end < maxLength / 2 ? short : short.slice(0, end)).trimEnd();
}

import { decodeHTMLStrict } from 'entities';
import { legal } from '../write/xml.ts';

const NAMES =
  'p|br|div|span|b|i|u|em|strong|ul|ol|li|h[1-6]|a|font|table|tbody|tr|td|th|hr|small|sup|sub'; // oxfmt-ignore
const VALUE = `\\s*=\\s*(?:"[^"<>]*"|'[^'<>]*'|[^\\s"'<>=]+)`;
const ATTRIBUTES = `(?:\\s+[a-z][\\w:-]*(?:${VALUE})?)*\\s*/?`;
/** Without values of their attributes, tags are seldom distinguishable from text. */
const TAG = new RegExp(`<(?:(?:${NAMES})(?:\\s+[a-z][\\w:-]*${VALUE})*\\s*/?|/(?:${NAMES})\\s*)>`, 'i');
const LINE_END = new RegExp(`<(?:(?:br|hr)${ATTRIBUTES}|/(?:p|div|tr|h[1-6]|li|ul|ol)\\s*)>`, 'gi');
const ITEM = new RegExp(`<li${ATTRIBUTES}>`, 'gi');
const ANY_TAG = new RegExp(`<(?:[a-z][a-z0-9:]*${ATTRIBUTES}|/[a-z][a-z0-9:]*\\s*)>`, 'gi');
const REFERENCE = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z0-9]{1,30});/i;
/** A text that was escaped again and again is read as far as software does so. */
const MOST_ROUNDS = 6;

/** True if a text has tags of HTML; a text that only begins like one, such as `<a …`, has none. */
export const hasMarkup = (text: string): boolean => text.includes('<') && TAG.test(text);

/** The text that people read: without tags of HTML, and with the characters that its references stand for. */
export function plainText(text: string): string {
  let plain = text;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const next = decoded(withoutTags(plain));
    if (next === plain) break;
    plain = next;
  }
  return plain;
}

function withoutTags(text: string): string {
  if (!hasMarkup(text)) return text;
  return text
    .replace(/\s+/g, ' ')
    .replace(LINE_END, '\n')
    .replace(ITEM, '- ')
    .replace(ANY_TAG, '')
    .replace(/[ \t]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** A reference to a blank that keeps words together becomes a blank. */
const decoded = (text: string): string =>
  REFERENCE.test(text)
    ? legal(decodeHTMLStrict(text.replace(/&(?:nbsp|#160|#xa0);/gi, ' ')).replace(/\r\n?/g, '\n'))
    : text;

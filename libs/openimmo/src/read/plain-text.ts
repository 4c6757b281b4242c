import { decodeHTMLStrict } from 'entities';
import { legal } from '../write/xml.ts';
import { BLOCKS, CONTAINERS, MEDIA, NAMES, UNMISTAKABLE } from './html-names.ts';

const VALUE = `\\s*=\\s*(?:"[^"<>]*"|'[^'<>]*'|[^\\s"'<>=]+)`;
const ATTRIBUTES = `(?:\\s+[a-z][\\w:-]*(?:${VALUE})?)*\\s*/?`;
const VALUES = `\\s+[a-z][\\w:-]*${VALUE}`;
const OF_MEDIA = `(?:${MEDIA})\\s[^<>=]*=[^<>]*`;
/** A tag. Without attribute values, most tags cannot be distinguished from words such as `<Video folgt>`. */
const TAG = new RegExp(
  `<(?:(?:${UNMISTAKABLE})(?:${VALUES})*\\s*/?|(?:${NAMES})(?:${VALUES})+\\s*/?|/(?:${NAMES})\\s*|${OF_MEDIA})>`,
  'i',
);
const LINE_BEGIN = new RegExp(`<(?:(?:${BLOCKS}|${CONTAINERS})${ATTRIBUTES}|/(?:${CONTAINERS})\\s*)>`, 'gi');
const LINE_END = new RegExp(`<(?:(?:br|hr)${ATTRIBUTES}|/(?:${BLOCKS})\\s*)>`, 'gi');
const ITEM = new RegExp(`<li${ATTRIBUTES}>(?:\\s?<(?:p|div)${ATTRIBUTES}>)?`, 'gi');
const CELL_END = /<\/t[dh]\s*>/gi;
const ANY_TAG = new RegExp(`<(?:[a-z][a-z0-9:]*${ATTRIBUTES}|/[a-z][a-z0-9:]*\\s*|${OF_MEDIA})>`, 'gi');
const END_TAG = /<\/([a-z][a-z0-9:]*)\s*>/gi;
const NAME_OF_TAG = /[a-z][a-z0-9:]*/i;
const UNMISTAKABLE_NAME = new RegExp(`^(?:${UNMISTAKABLE})$`);
/** Marks the beginning of a line; other white space than blanks was replaced before. */
const BEGIN = '\v';
/** Comments, and elements that browsers do not show. */
const HIDDEN: readonly { begin: RegExp; end: RegExp }[] = [
  { begin: /<!--/g, end: /-->/g },
  { begin: /<style(?=[\s>])/gi, end: /<\/style\s*>/gi },
  { begin: /<script(?=[\s>])/gi, end: /<\/script\s*>/gi },
  { begin: /<head(?=[\s>])/gi, end: /<\/head\s*>/gi },
];
/** Declarations and conditions, which word processors write. */
const DECLARATION = /<!(?:doctype\s|\[(?:if|endif))[^<>]{0,200}>/gi;
const REFERENCE = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z0-9]{1,30});/i;
/** The maximum number of rounds of unescaping. */
const MOST_ROUNDS = 6;

/** True if a text has tags or comments of HTML; a text that only begins like one, such as `<a …`, has none. */
export const hasMarkup = (text: string): boolean =>
  text.includes('<') && (TAG.test(text) || withoutHidden(text) !== text);

/** The text without tags of HTML, and with its character references decoded. */
export function plainText(text: string): string {
  let plain = text;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const next = decoded(withoutTags(plain));
    if (next === plain) break;
    plain = next;
  }
  return plain;
}

/** A text without its hidden parts; an unclosed part is text. */
const withoutHidden = (text: string): string =>
  HIDDEN.reduce((rest, { begin, end }) => withoutBlocks(rest, begin, end), text).replace(DECLARATION, '');

/** Removes blocks. Each search begins where the last one ended, so that the text is scanned once. */
function withoutBlocks(text: string, begin: RegExp, end: RegExp): string {
  let [shown, at] = ['', 0];
  for (;;) {
    const from = indexFrom(begin, text, at);
    const to = from === undefined ? undefined : indexFrom(end, text, from.end);
    if (from === undefined || to === undefined) return shown + text.slice(at);
    shown += text.slice(at, from.start);
    at = to.end;
  }
}

function indexFrom(pattern: RegExp, text: string, at: number): { start: number; end: number } | undefined {
  pattern.lastIndex = at;
  const found = pattern.exec(text);
  return found === null ? undefined : { start: found.index, end: pattern.lastIndex };
}

/** Removes tags. A text that has only comments keeps its lines. */
function withoutTags(text: string): string {
  if (!text.includes('<')) return text;
  const shown = withoutHidden(text);
  if (!TAG.test(shown)) return shown === text ? text : shown.trim();
  const isTag = tagsOf(shown);
  return shown
    .replace(/\s+/g, ' ')
    .replace(LINE_END, '\n')
    .replace(ITEM, `${BEGIN}- `)
    .replace(LINE_BEGIN, (tag) => (isTag(tag) ? BEGIN : tag))
    .replace(CELL_END, ' ')
    .replace(ANY_TAG, (tag) => (isTag(tag) ? '' : tag))
    .split('\n')
    .map(linesIn)
    .join('\n')
    .replace(/[ \t]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/**
 * Finds the tags of a text. Words in angle brackets stay text, also beside markup: `<Musterfirma>` has neither an end nor an attribute
 * value.
 */
function tagsOf(text: string): (tag: string) => boolean {
  const ended = new Set([...text.matchAll(END_TAG)].map(([, name = '']) => name.toLowerCase()));
  return (tag) => {
    if (tag.startsWith('</') || tag.includes('=')) return true;
    const name = (NAME_OF_TAG.exec(tag)?.[0] ?? '').toLowerCase();
    return UNMISTAKABLE_NAME.test(name) || ended.has(name);
  };
}

const linesIn = (text: string): string =>
  text
    .split(BEGIN)
    .filter((line) => line.trim() !== '')
    .join('\n');

/** Decodes character references; a non-breaking space becomes a blank. */
const decoded = (text: string): string =>
  REFERENCE.test(text)
    ? legal(decodeHTMLStrict(text.replace(/&(?:nbsp|#160|#xa0);/gi, ' ')).replace(/\r\n?/g, '\n'))
    : text;

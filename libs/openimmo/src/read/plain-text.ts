import sax from 'sax';

/** The names of HTML 4. */
const { ENTITIES } = sax as unknown as { ENTITIES: Readonly<Record<string, string>> };

const TAG =
  /<\/?(?:p|br|div|span|b|i|u|em|strong|ul|ol|li|h[1-6]|a|font|table|tbody|tr|td|th|hr|small|sup|sub)(?:\s[^<>]*)?\/?>/i;
const LINE_END = /<(?:br|hr|\/p|\/div|\/tr|\/h[1-6]|\/li|\/ul|\/ol)(?:\s[^<>]*)?\/?>/gi;
const ITEM = /<li(?:\s[^<>]*)?>/gi;
const ANY_TAG = /<\/?[a-z][^<>]*>/gi;

export const hasMarkup = (text: string): boolean => TAG.test(text);

/** What people read of a text: texts with tags of HTML lose them, others stay as they are. */
export function plainText(text: string): string {
  if (!hasMarkup(text)) return text;
  const lines = text.replace(/\s+/g, ' ').replace(LINE_END, '\n').replace(ITEM, '- ').replace(ANY_TAG, '');
  return lines
    .replace(/&(#\d{1,7}|#x[\da-f]{1,6}|\w{2,8});/gi, decoded)
    .replace(/[ \t\u00A0]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function decoded(whole: string, name: string): string {
  if (!name.startsWith('#')) return Object.hasOwn(ENTITIES, name) ? (ENTITIES[name] ?? whole) : whole;
  const code = Number(name.slice(1).replace(/^x/i, '0x'));
  const isText = code >= 0x20 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isText ? String.fromCodePoint(code) : '';
}

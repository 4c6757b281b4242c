import { readdirSync } from 'node:fs';
import { EVENT_NAMES } from '@estate/contracts';
import type { Page } from 'playwright-core';

export type Language = 'en' | 'de';

/** What a reader reads or hears, but not code, times and what is named in its own language. */
const READ_TEXTS = `(() => {
  const ELSEWHERE = 'code, pre, time, script, style, noscript, [lang]:not(html)';
  const texts = new Set();
  const keep = (element, text) => {
    if (!element.closest(ELSEWHERE)) texts.add((text ?? '').replace(/\\s+/g, ' ').trim());
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) keep(node.parentElement, node.nodeValue);
  for (const name of ['aria-label', 'placeholder', 'title', 'alt']) {
    for (const element of document.body.querySelectorAll('[' + name + ']:not([aria-hidden=true])')) {
      keep(element, element.getAttribute(name));
    }
  }
  return [...texts].filter((text) => /\\p{L}/u.test(text));
})()`;

export const readTexts = (page: Page): Promise<string[]> => page.evaluate<string[]>(READ_TEXTS);

type Message = readonly [en: string, de: string];

type Messages = Readonly<Record<string, Message>>;

const TEXTS = new URL('../../../apps/dashboard/src/text/', import.meta.url);
const tables = readdirSync(TEXTS)
  .filter((file) => file.endsWith('-messages.ts') && file !== 'define-messages.ts')
  .map(async (file) => Object.values((await import(new URL(file, TEXTS).href)) as Record<string, Messages>));
const ALL = (await Promise.all(tables)).flat().flatMap((table) => Object.values(table));

const escaped = (text: string) => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&');
/** A message as it is shown, whatever stands in the places of its values. */
const shown = (message: string) =>
  new RegExp(
    `^${message
      .split(/\{\w+\}/)
      .map(escaped)
      .join('.+')}$`,
    'u',
  );

const textsOf = (language: Language) => ALL.map(([en, de]) => (language === 'en' ? en : de));
/** A message that is little more than its values, such as `{number} of {count}`, is in many a text. */
const hasWords = (message: string) =>
  !message.includes('{') || message.replaceAll(/\{\w+\}/g, '').replaceAll(/\P{L}/gu, '').length > 4;

/** Tells whether a text is one of these messages as they are shown. */
function isOneOf(messages: readonly string[]): (text: string) => boolean {
  const whole = new Set(messages);
  const filled = messages.filter((message) => message.includes('{')).map(shown);
  return (text) => whole.has(text) || filled.some((message) => message.test(text));
}

const IS_OWN = { en: isOneOf(textsOf('en')), de: isOneOf(textsOf('de')) };
const IS_OTHER = {
  en: isOneOf(textsOf('de').filter(hasWords)),
  de: isOneOf(textsOf('en').filter(hasWords)),
};
const IS_SAME = isOneOf(ALL.filter(([en, de]) => en === de).map(([en]) => en));

interface Window {
  language: Language;
  answered: ReadonlySet<string>;
}

/** The texts that are messages of the other language and not of this one. */
export function inOtherLanguage(texts: readonly string[], { language, answered }: Window): string[] {
  return texts.filter((text) => !answered.has(text) && IS_OTHER[language](text) && !IS_OWN[language](text));
}

/** The same in every language: units, file types, energy classes, examples of addresses and keys, parts of a connection. */
const NEUTRAL = new RegExp(
  `^(?:${[
    // Some months have one name.
    '[A-H]\\+?', '(?:April|August|September|November) \\d{4}', 'POST|PUT|DELETE', 'm²', '\\d+ [kM]B', 'PDF', 'https://\\S*', 'rek_live_…', 'X-Tenant',
    '(?:· )?\\d+ ms', '(?:(?:DNS|TCP|TLS|HTTP) [\\d.]+ ms(?: · )?)+', '(?:\\d+ (?:s|min|h)(?:, )?)+',
  ].join('|')})$`, 'u',
); // oxfmt-ignore

const isOneWord = (text: string) => /^\p{L}+$/u.test(text);

/** A label with its number, such as `Online: 4`, is in the language of the label. */
const withoutNumber = (text: string): string => text.replace(/: [\d.,]+$/, '');

/** The texts that a page shows in both languages although no message has them so, and no answer of the API explains them. */
export function untranslated(
  [one = [], other = []]: readonly string[][],
  windows: readonly Window[],
): string[] {
  const answered = windows.flatMap(({ answered: texts }) =>
    [...texts].map((text) => text.replaceAll(/\s+/g, ' ')),
  );
  const known = new Set([...answered, ...EVENT_NAMES]);
  const parts = [...known].filter(({ length }) => length > 2).toSorted((a, b) => b.length - a.length);
  const isOfData = (text: string) =>
    known.has(text) ||
    (!isOneWord(text) && parts.some((part) => part.includes(text))) ||
    !/\p{L}/u.test(parts.reduce((rest, part) => rest.replaceAll(part, ''), text));
  return one.filter(
    (text) => other.includes(text) && !NEUTRAL.test(text) && !IS_SAME(withoutNumber(text)) && !isOfData(text),
  );
}

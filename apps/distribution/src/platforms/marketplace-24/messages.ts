/** A message in a response; the marketplace wraps results and errors alike. */
export interface Message {
  code: string;
  text: string;
  id?: string;
}

/** The maximum number of characters that are read of a body that is not JSON. */
const READ_CHARACTERS = 16_384;

/** The messages of a body in any known form: lists, single objects, nested, XML, or plain text. */
export function readMessages(body: string): Message[] {
  const parsed = parse(body);
  if (parsed === undefined) return readText(body.slice(0, READ_CHARACTERS));
  const wrapped = at(parsed, 'common.messages');
  const entries = wrapped === undefined ? listOf(parsed).filter(hasCode) : listOf(wrapped);
  return entries
    .flatMap((entry) => (hasCode(entry) ? [entry] : listOf(at(entry, 'message') ?? entry)))
    .map(toMessage)
    .filter((message) => message !== undefined);
}

/** The body as JSON, or undefined. */
export function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** A member of an object; undefined for any other value. */
export const at = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (Reflect.get(value, name) as unknown)
    : undefined;

/** A list of the marketplace, which writes a single item without the list, and omits an empty one. */
export function listOf(value: unknown): unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

/** An id or a number, which may be a number or a text in JSON. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined;

/** An id that is safe in a path; undefined for anything else. */
export function idOf(value: unknown): string | undefined {
  const id = textOf(value);
  return id !== undefined && /^(?=.*\d)[\w-]{1,64}$/.test(id) ? id : undefined;
}

const hasCode = (value: unknown): boolean => textOf(at(value, 'messageCode')) !== undefined;

function toMessage(value: unknown): Message | undefined {
  if (typeof value === 'string') return { code: '', text: value };
  const code = textOf(at(value, 'messageCode'));
  const text = textOf(at(value, 'message'));
  if (code === undefined && text === undefined) return undefined;
  const id = textOf(at(value, 'id'));
  return { code: code ?? '', text: text ?? '', ...(id !== undefined && { id }) };
}

function readText(body: string): Message[] {
  const trimmed = body.trim();
  if (!trimmed.startsWith('<')) return trimmed === '' ? [] : [{ code: '', text: trimmed.slice(0, 500) }];
  const code = /<(?:\w+:)?messageCode>\s*([A-Z][A-Z0-9_]*)\s*</.exec(trimmed)?.[1];
  const message = /<(?:\w+:)?message>([^<]*)<\//.exec(trimmed)?.[1];
  if (code !== undefined) return [{ code, text: unescaped(message ?? '').trim() }];
  const text = pageText(trimmed);
  return text === '' ? [] : [{ code: '', text: text.slice(0, 500) }];
}

/** The text of a page without its markup. */
const pageText = (page: string): string =>
  unescaped(
    withoutParts(
      withoutParts(page, /<(?:script|style)\b/i, /<\/(?:script|style)\s*>/i),
      /<!--/,
      /-->/,
    ).replace(/<[^>]*>?/g, ' '),
  )
    .replace(/\s+/g, ' ')
    .trim();

/** Removes the parts between a beginning and its end, in one pass; without an end, the rest. */
const withoutParts = (page: string, begin: RegExp, end: RegExp): string =>
  page
    .split(begin)
    .map((part, index) => {
      const found = index === 0 ? undefined : end.exec(part);
      if (found === undefined) return part;
      return found === null ? '' : part.slice(found.index + found[0].length);
    })
    .join(' ');

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
  ['amp', '&'],
]);

const unescaped = (text: string): string =>
  text.replace(/&(\w+);/g, (whole, name: string) => ENTITIES.get(name) ?? whole);

/** Members with the text of an error in other formats than the marketplace's, the most specific first. */
const WORDS = [
  'message',
  'error_description',
  'detail',
  'description',
  'faultstring',
  'reason',
  'error',
  'title',
];
const DEEPEST = 4;
const MOST_ITEMS = 10;

/** The texts of an error in JSON without messages. */
export const readWords = (body: unknown): Message[] =>
  wordsIn(body, 0)
    .slice(0, MOST_ITEMS)
    .map((text) => ({ code: '', text }));

function wordsIn(value: unknown, depth: number): string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value];
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return [];
  if (Array.isArray(value)) {
    return value.slice(0, MOST_ITEMS).flatMap((item) => wordsIn(item, depth + 1));
  }
  const named = WORDS.map((name) => at(value, name)).find((each) => wordsIn(each, depth + 1).length > 0);
  if (named !== undefined) return wordsIn(named, depth + 1);
  return Object.values(value)
    .filter((each) => typeof each === 'object')
    .slice(0, MOST_ITEMS)
    .flatMap((each) => wordsIn(each, depth + 1));
}

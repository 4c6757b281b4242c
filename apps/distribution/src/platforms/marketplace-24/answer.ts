import type { EgressResponse } from '@estate/egress';
import { idOf, parse, readMessages, readWords } from './messages.ts';
import type { Message } from './messages.ts';
import { cut, line } from './object/text.ts';
import type { Redact } from '../rest/redact.ts';

/** A response of the marketplace. */
export interface MarketplaceAnswer {
  statusCode: number;
  /** The parsed JSON; undefined for anything else and for a body that was truncated. */
  body: unknown;
  isEmpty: boolean;
  /** Messages of bounded length, with secrets redacted. */
  messages: Message[];
  location?: string;
  /** The reference that the marketplace adds to each of its responses. A proxy in front of it adds none. */
  trace?: string;
}

const MAX_TEXT = 4000;
const MAX_TRACE = 100;

export function readAnswer(
  { statusCode, headers, body: bytes, truncated }: EgressResponse,
  { traceHeader, redact }: { traceHeader: string; redact: Redact },
): MarketplaceAnswer {
  const text = bytes.toString('utf8');
  const body = truncated ? undefined : parse(text);
  const trace = headers[traceHeader];
  const { location } = headers;
  return {
    statusCode,
    body,
    isEmpty: text.trim() === '',
    messages: readTidyMessages({ statusCode, text }, redact),
    ...(typeof location === 'string' && { location }),
    ...(typeof trace === 'string' && { trace: cut(line(redact(trace)), MAX_TRACE) }),
  };
}

/** The messages of a body, safe to show to a customer. The body of an error without messages is searched for any other text. */
export function readTidyMessages(
  { statusCode, text }: { statusCode: number; text: string },
  redact: Redact,
): Message[] {
  const body = parse(text);
  // Text that is not JSON is cut while it is read. Half a secret would not be recognized, so it is redacted first.
  const found = readMessages(body === undefined ? redact(text) : text);
  const isSaid = found.length > 0 || isIn2xx(statusCode) || body === undefined;
  return (isSaid ? found : wordsOf(body, text)).map((message) => tidy(message, redact));
}

function wordsOf(body: unknown, text: string): Message[] {
  const words = readWords(body);
  return words.length > 0 ? words : [{ code: '', text }];
}

/** Moves a code in another form than the documented one to the text. */
function tidy({ code, text, ...rest }: Message, redact: Redact): Message {
  const isCode = /^[A-Z][A-Z0-9_]{0,99}$/.test(code);
  const words = isCode || code === '' ? text : `${code}: ${text}`;
  return { ...rest, code: isCode ? code : '', text: cut(line(redact(words)), MAX_TEXT) };
}

const isIn2xx = (statusCode: number): boolean => statusCode >= 200 && statusCode < 300;

/** True if the call succeeded. */
export const isSuccess = ({ statusCode, messages }: MarketplaceAnswer): boolean =>
  isIn2xx(statusCode) && !messages.some(({ code }) => code.startsWith('ERROR_'));

/** True if a success comes from the marketplace: its responses are JSON, and only calls that change something may have an empty one. */
export const isReadable = ({ body, isEmpty }: MarketplaceAnswer, method: string): boolean =>
  (typeof body === 'object' && body !== null) || (isEmpty && method !== 'GET');

/** The id of the created resource: in a message, else at the end of `Location`. */
export function idIn({ messages, location }: MarketplaceAnswer): string | undefined {
  const id = messages.find((message) => message.id !== undefined)?.id;
  const [path = ''] = (location ?? '').split(/[?#]/, 1);
  return idOf(id ?? /\/([^/?#]+)\/?$/.exec(path)?.[1]);
}

const NOT_FOUND: readonly string[] = ['ERROR_RESOURCE_NOT_FOUND', 'ERROR_COMMON_RESOURCE_NOT_FOUND'];

/** True if the marketplace does not have the resource. A 404 of a proxy in front of it does not count. */
export const isGone = ({ statusCode, messages, trace }: MarketplaceAnswer): boolean =>
  (statusCode === 404 || statusCode === 410) &&
  (trace !== undefined || messages.some(({ code }) => NOT_FOUND.includes(code)));

/** True if the signature was used before, or its time differs from that of the marketplace. */
export const hasStaleNonce = ({
  statusCode,
  messages,
}: Pick<MarketplaceAnswer, 'statusCode' | 'messages'>): boolean =>
  statusCode === 401 &&
  messages.some(({ code }) => code === 'ERROR_COMMON_AUTHENTICATION_OAUTH_NONCE_EXPIRED');

/** True if the marketplace already has an object with this external id; documented as 409, seen as 412. */
export const saysExists = ({ statusCode, messages }: MarketplaceAnswer): boolean =>
  (statusCode === 412 || statusCode === 409) &&
  messages.some(({ code, text }) => code === 'ERROR_RESOURCE_NOT_UNIQUE' || /already exists/i.test(text));

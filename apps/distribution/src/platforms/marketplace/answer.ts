import type { EgressResponse } from '@estate/egress';
import { idOf, parse, readMessages, readWords } from './messages.ts';
import type { Message } from './messages.ts';
import { cut, line } from './object/text.ts';
import type { Redact } from './redact.ts';

/** What the marketplace said. */
export interface Answer {
  statusCode: number;
  /** As JSON; undefined for anything else, and for what was too long to be read to its end. */
  body: unknown;
  isEmpty: boolean;
  /** Bounded, and without secrets. */
  messages: Message[];
  location?: string;
  /** What to name in questions about this answer. The marketplace gives one with every answer, and nobody else does. */
  trace?: string;
}

export interface Reading {
  traceHeader: string;
  redact: Redact;
}

const MAX_TEXT = 4000;
const MAX_TRACE = 100;

export function readAnswer(
  { statusCode, headers, body: bytes, truncated }: EgressResponse,
  { traceHeader, redact }: Reading,
): Answer {
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

/** The messages of a body, and of one that is no success whatever else it says, as they may be shown to a customer. */
export function readTidyMessages(
  { statusCode, text }: { statusCode: number; text: string },
  redact: Redact,
): Message[] {
  const body = parse(text);
  // What is no JSON is cut while it is read, and a secret that is cut is not known any more.
  const found = readMessages(body === undefined ? redact(text) : text);
  const isSaid = found.length > 0 || isIn2xx(statusCode) || body === undefined;
  return (isSaid ? found : wordsOf(body, text)).map((message) => tidy(message, redact));
}

function wordsOf(body: unknown, text: string): Message[] {
  const words = readWords(body);
  return words.length > 0 ? words : [{ code: '', text }];
}

/** A code that is none is a part of the words. */
function tidy({ code, text, ...rest }: Message, redact: Redact): Message {
  const isCode = /^[A-Z][A-Z0-9_]{0,99}$/.test(code);
  const words = isCode || code === '' ? text : `${code}: ${text}`;
  return { ...rest, code: isCode ? code : '', text: cut(line(redact(words)), MAX_TEXT) };
}

const isIn2xx = (statusCode: number): boolean => statusCode >= 200 && statusCode < 300;

/** Whether it says that the call was carried out. */
export const isSuccess = ({ statusCode, messages }: Answer): boolean =>
  isIn2xx(statusCode) && !messages.some(({ code }) => code.startsWith('ERROR_'));

/** Whether a success is one of the marketplace: every one is JSON, and only what changes something may be without a body. */
export const isReadable = ({ body, isEmpty }: Answer, method: string): boolean =>
  (typeof body === 'object' && body !== null) || (isEmpty && method !== 'GET');

/** The id of what was made: in a message, else at the end of `Location`. */
export function idIn({ messages, location }: Answer): string | undefined {
  const id = messages.find((message) => message.id !== undefined)?.id;
  return idOf(id ?? /\/([^/?#]+)\/?(?:[?#].*)?$/.exec(location ?? '')?.[1]);
}

const NOT_FOUND: readonly string[] = ['ERROR_RESOURCE_NOT_FOUND', 'ERROR_COMMON_RESOURCE_NOT_FOUND'];

/** The marketplace does not have it. That a proxy in front of it finds nothing says nothing about that. */
export const isGone = ({ statusCode, messages, trace }: Answer): boolean =>
  (statusCode === 404 || statusCode === 410) &&
  (trace !== undefined || messages.some(({ code }) => NOT_FOUND.includes(code)));

/** The signature was used before, or made at another time than the marketplace has. */
export const hasStaleNonce = ({ statusCode, messages }: Pick<Answer, 'statusCode' | 'messages'>): boolean =>
  statusCode === 401 &&
  messages.some(({ code }) => code === 'ERROR_COMMON_AUTHENTICATION_OAUTH_NONCE_EXPIRED');

/** The marketplace has an object with this external id already; documented as 409, seen as 412. */
export const saysExists = ({ statusCode, messages }: Answer): boolean =>
  (statusCode === 412 || statusCode === 409) &&
  messages.some(({ code, text }) => code === 'ERROR_RESOURCE_NOT_UNIQUE' || /already exists/i.test(text));

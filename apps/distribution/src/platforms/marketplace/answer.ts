import type { EgressResponse } from '@estate/egress';
import { parse, readMessages } from './messages.ts';
import type { Message } from './messages.ts';

/** What the marketplace said. */
export interface Answer {
  statusCode: number;
  /** As JSON; undefined for anything else. */
  body: unknown;
  messages: Message[];
  location?: string;
  /** What to name in questions about this answer. */
  trace?: string;
}

export function readAnswer(
  { statusCode, headers, body: bytes }: EgressResponse,
  traceHeader: string,
): Answer {
  const text = bytes.toString('utf8');
  const trace = headers[traceHeader];
  const { location } = headers;
  return {
    statusCode,
    body: parse(text),
    messages: readMessages(text),
    ...(typeof location === 'string' && { location }),
    ...(typeof trace === 'string' && { trace }),
  };
}

/** The id of what was made: in a message, else at the end of `Location`. */
export function idIn({ messages, location }: Answer): string | undefined {
  const id = messages.find((message) => message.id !== undefined)?.id;
  return id ?? /\/([^/?#]+)\/?(?:[?#].*)?$/.exec(location ?? '')?.[1];
}

/** The signature was used before, or made at another time than the marketplace has. */
export const hasStaleNonce = ({ statusCode, messages }: Pick<Answer, 'statusCode' | 'messages'>): boolean =>
  statusCode === 401 &&
  messages.some(({ code }) => code === 'ERROR_COMMON_AUTHENTICATION_OAUTH_NONCE_EXPIRED');

/** The marketplace has an object with this external id already; documented as 409, seen as 412. */
export const saysExists = ({ statusCode, messages }: Answer): boolean =>
  (statusCode === 412 || statusCode === 409) &&
  messages.some(({ code, text }) => code === 'ERROR_RESOURCE_NOT_UNIQUE' || /already exists/i.test(text));

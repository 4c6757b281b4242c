import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { HttpAnswer } from './route.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/** A response whose file, if it is to be sent, is open. */
export type OpenAnswer = HttpAnswer & { stream?: Readable };

/** Opens the file of a response unless the caller requested the head only or has the file already. */
export async function opened(response: ServerResponse, answer: HttpAnswer): Promise<OpenAnswer> {
  const { file, headers } = answer;
  if (!file || response.req.method === 'HEAD' || isKnown(response, answer, headers?.['etag'])) return answer;
  return { ...answer, stream: await file.open() };
}

/** The result of sending: the status is known at once, the body is sent while the caller reads it. */
export interface Written {
  status: number;
  /** Resolves with the reason if the connection or the file broke off before the end. */
  sent: Promise<unknown>;
}

const AT_ONCE = Promise.resolve();

/** Sends a response; a GET becomes a 304 if the caller has the same representation. */
export function writeAnswer(
  response: ServerResponse,
  answer: OpenAnswer,
  headers: Record<string, string>,
): Written {
  const all: Record<string, string> = { ...headers, ...answer.headers, ...varying(headers, answer.headers) };
  if (isKnown(response, answer, all['etag'])) {
    response.writeHead(304, all);
    response.end();
    return { status: 304, sent: AT_ONCE };
  }
  if (answer.file) return writeFile(response, answer, all);
  const payload = answer.raw?.body ?? (answer.body === undefined ? '' : JSON.stringify(answer.body));
  if (payload !== '') all['content-type'] = answer.raw?.mediaType ?? JSON_TYPE;
  if (answer.status !== 204) all['content-length'] = String(Buffer.byteLength(payload));
  response.writeHead(answer.status, { ...all, ...(answer.cookies && { 'set-cookie': [...answer.cookies] }) });
  response.end(payload);
  return { status: answer.status, sent: AT_ONCE };
}

function writeFile(
  response: ServerResponse,
  { status, file, stream }: OpenAnswer,
  headers: Record<string, string>,
): Written {
  response.writeHead(status, {
    ...headers,
    'content-type': file?.mediaType,
    ...(file?.size !== undefined && { 'content-length': file.size }),
  });
  if (stream) return { status, sent: pipeline(stream, response).catch((error: unknown) => error) };
  response.end();
  return { status, sent: AT_ONCE };
}

/** Merges the `vary` headers, because a response may depend on more than its route knows. */
function varying(...sets: (Record<string, string> | undefined)[]): { vary?: string } {
  const named = sets.flatMap((one) => one?.['vary'] ?? []);
  return named.length === 0 ? {} : { vary: named.join(', ') };
}

/** True if `If-None-Match` names the ETag, compared weakly. */
function isKnown(
  { req }: ServerResponse,
  { status, isFinal }: HttpAnswer,
  etag: string | undefined,
): boolean {
  if (isFinal) return status === 304;
  const known = req.headers['if-none-match'];
  if (known === undefined || etag === undefined || status !== 200) return false;
  if (req.method !== 'GET' && req.method !== 'HEAD') return false;
  const opaque = (one: string) => one.trim().replace(/^W\//, '');
  return known.trim() === '*' || known.split(',').some((one) => opaque(one) === opaque(etag));
}

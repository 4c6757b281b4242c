import type { ServerResponse } from 'node:http';
import type { HttpAnswer } from './route.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Sends an answer; a GET whose caller has the same representation already becomes a 304. Returns the status that was sent. */
export function writeAnswer(
  response: ServerResponse,
  answer: HttpAnswer,
  headers: Record<string, string>,
): number {
  const all: Record<string, string> = { ...headers, ...answer.headers, ...varying(headers, answer.headers) };
  if (isKnown(response, answer.status, all['etag'])) {
    response.writeHead(304, all);
    response.end();
    return 304;
  }
  const payload = answer.raw?.body ?? (answer.body === undefined ? '' : JSON.stringify(answer.body));
  if (payload !== '') all['content-type'] = answer.raw?.mediaType ?? JSON_TYPE;
  if (answer.status !== 204) all['content-length'] = String(Buffer.byteLength(payload));
  response.writeHead(answer.status, all);
  response.end(payload);
  return answer.status;
}

/** An answer may depend on more than its route knows of. */
function varying(...sets: (Record<string, string> | undefined)[]): { vary?: string } {
  const named = sets.flatMap((one) => one?.['vary'] ?? []);
  return named.length === 0 ? {} : { vary: named.join(', ') };
}

/** Whether `If-None-Match` names the ETag, compared weakly. */
function isKnown({ req }: ServerResponse, status: number, etag: string | undefined): boolean {
  const known = req.headers['if-none-match'];
  if (known === undefined || etag === undefined || status !== 200) return false;
  if (req.method !== 'GET' && req.method !== 'HEAD') return false;
  const opaque = (one: string) => one.trim().replace(/^W\//, '');
  return known.trim() === '*' || known.split(',').some((one) => opaque(one) === opaque(etag));
}

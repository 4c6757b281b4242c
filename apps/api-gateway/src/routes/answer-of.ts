import type { HttpAnswer, HttpRequest } from '@estate/http';
import { etagOf } from '@estate/messaging';
import type { Row } from './row.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/** The outcome of a row as an answer: pages link to the next one, single resources carry their ETag. */
export function answerOf(row: Row, output: unknown, request: HttpRequest): HttpAnswer {
  const { headers, status = row.status, ...shown } = present(row, output);
  const next = nextPage(output, request);
  if (next !== undefined) return { status, ...shown, headers: { ...headers, link: next } };
  if (!row.versioned || isPage(output) || Array.isArray(output) || (status !== 200 && status !== 201)) {
    return { status, ...shown, ...(headers && { headers }) };
  }
  const raw = shown.raw ?? { mediaType: JSON_TYPE, body: JSON.stringify(shown.body) };
  const location = status === 201 ? placeOf(row, output) : undefined;
  return {
    status,
    raw,
    headers: {
      'cache-control': 'private, no-cache',
      etag: etagOf(raw.body.toString()),
      ...location,
      ...headers,
    },
  };
}

const present = (row: Row, output: unknown): ReturnType<NonNullable<Row['present']>> =>
  row.present?.(output) ?? { body: output };

/** `Location` of what was created: one level below where it was asked for. */
const placeOf = ({ path }: Row, output: unknown): Record<string, string> | undefined =>
  hasId(output) && !path.includes('{') ? { location: `${path}/${output.id}` } : undefined;

/** `Link` to the page after this one, when there is one; relative to the address of the request, as all links are. */
function nextPage(output: unknown, { url }: HttpRequest): string | undefined {
  if (!isPage(output) || !output.hasMore) return undefined;
  const last = output.data.at(-1);
  if (!last) return undefined;
  const next = new URL(`http://localhost${url}`);
  next.searchParams.set('startAfter', last.id ?? last.eventId ?? '');
  return `<${next.pathname}${next.search}>; rel="next"`;
}

const isPage = (output: unknown): output is { hasMore: boolean; data: { id?: string; eventId?: string }[] } =>
  typeof output === 'object' && output !== null && 'hasMore' in output && 'data' in output;

const hasId = (output: unknown): output is { id: string } =>
  typeof output === 'object' && output !== null && 'id' in output && typeof output.id === 'string';

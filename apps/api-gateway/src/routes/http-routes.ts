import { route } from '@estate/http';
import { toServiceError } from '@estate/persistence';
import type { HttpAnswer, HttpRequest, HttpRoute } from '@estate/http';
import { admit } from '../access/admission.ts';
import type { Caller } from '../access/admission.ts';
import type { Deps } from '../deps.ts';
import { openApiDocument } from '../openapi/document.ts';
import { rows } from './index.ts';
import { readInput } from './read-input.ts';
import type { Row } from './row.ts';

/** The routing table as routes: admission, input, work, answer. */
export function httpRoutes(deps: Deps, publicUrl: string | undefined): HttpRoute[] {
  return [...rows.map((row) => httpRoute(row, deps)), documentRoute(publicUrl)];
}

const httpRoute = (row: Row, deps: Deps): HttpRoute =>
  route<Caller>({
    method: row.method,
    path: row.path,
    admit: (head) => translated(() => admit(row.access, head, deps)),
    handle: (request, caller) =>
      translated(async () =>
        answerOf(row, await row.run(readInput(row.input, request), caller, deps), request),
      ),
  });

/** The gateway's own store may be away like any other dependency. */
async function translated<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toServiceError(error);
  }
}

function answerOf(row: Row, output: unknown, request: HttpRequest): HttpAnswer {
  const shown = row.present?.(output) ?? { body: output };
  const next = nextPage(output, request);
  return { status: row.status, ...shown, headers: { ...shown.headers, ...(next && { link: next }) } };
}

/** `Link` to the page after this one, when there is one. */
function nextPage(output: unknown, { url }: HttpRequest): string | undefined {
  if (!isPage(output) || !output.hasMore) return undefined;
  const last = output.data.at(-1);
  if (!last) return undefined;
  const next = new URL(url, 'http://localhost');
  next.searchParams.set('startAfter', last.id ?? last.eventId ?? '');
  return `<${next.pathname}${next.search}>; rel="next"`;
}

const isPage = (output: unknown): output is { hasMore: boolean; data: { id?: string; eventId?: string }[] } =>
  typeof output === 'object' && output !== null && 'hasMore' in output;

function documentRoute(publicUrl: string | undefined): HttpRoute {
  const document = openApiDocument(rows, publicUrl);
  return route({
    method: 'GET',
    path: '/openapi.json',
    admit: () => Promise.resolve(undefined),
    handle: () => Promise.resolve({ status: 200, body: document }),
  });
}

import type { HttpAnswer, HttpRequest } from '@estate/http';
import { etagOf } from '@estate/messaging';
import type { Caller } from '../access/admission.ts';
import type { ApiRoute, Presented } from './api-route.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/** The response for the outcome of a route: pages link to the next one, single resources have an ETag. */
export function answerOf<Deps>(
  apiRoute: ApiRoute<Deps>,
  output: unknown,
  { request, caller, deps }: { request: HttpRequest; caller: Caller; deps: Deps },
): HttpAnswer {
  const { headers, status = apiRoute.status, ...whole } = present(apiRoute, output, deps);
  if (whole.file) return { status, ...whole, headers: { ...headers, vary: 'Authorization, Cookie' } };
  const shown = shownTo(caller, whole, { apiRoute, output });
  const varying = { ...headers, ...(apiRoute.shownWithoutSecrets && { vary: 'Authorization, Cookie' }) };
  const location = status === 201 ? placeOf(apiRoute, output, request) : undefined;
  const next = nextPage(output, request);
  if (next !== undefined) return { status, ...shown, headers: { ...varying, link: next } };
  if (!apiRoute.versioned || isPage(output) || Array.isArray(output) || (status !== 200 && status !== 201)) {
    return { status, ...shown, headers: { ...location, ...varying } };
  }
  const raw = rawOf(whole);
  return {
    status,
    raw: shown === whole ? raw : rawOf(shown),
    headers: { ...versionHeaders(raw, { apiRoute, output }), ...location, ...varying },
  };
}

/** The ETag of the whole resource, so that one key may read it and another one change it. */
function versionHeaders(
  raw: ReturnType<typeof rawOf>,
  { apiRoute, output }: { apiRoute: ApiRoute; output: unknown },
): Record<string, string> {
  if (!apiRoute.versionedPart)
    return { 'cache-control': 'private, no-cache', etag: etagOf(raw.body.toString()) };
  const { body } = rawOf({ body: apiRoute.versionedPart(output) });
  return { 'cache-control': 'no-store', etag: etagOf(body.toString()) };
}

const rawOf = ({ raw, body }: Pick<HttpAnswer, 'raw' | 'body'>) =>
  raw ?? { mediaType: JSON_TYPE, body: JSON.stringify(body) };

type Content = Pick<HttpAnswer, 'raw' | 'body'>;

/** The resource as its caller may see it: the same object if that is all of it. */
function shownTo(
  { permissions }: Caller,
  whole: Content,
  { apiRoute, output }: { apiRoute: ApiRoute; output: unknown },
): Content {
  if (!apiRoute.shownWithoutSecrets || permissions.includes('manage')) return whole;
  return { body: apiRoute.shownWithoutSecrets(output) };
}

const present = <Deps>(apiRoute: ApiRoute<Deps>, output: unknown, deps: Deps): Presented =>
  apiRoute.present?.(output, deps) ?? { body: output };

/** The `Location` of a created resource: one level below the requested path. */
function placeOf({ path }: ApiRoute, output: unknown, { params }: HttpRequest): Record<string, string> {
  if (!hasId(output)) throw new Error(`what ${path} creates has no id`);
  const asked = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(params[name] ?? ''));
  return { location: `${asked}/${output.id}` };
}

/** The `Link` to the next page, if there is one; relative to the address of the request, like all links. */
function nextPage(output: unknown, { url }: HttpRequest): string | undefined {
  if (!isPage(output) || !output.hasMore) return undefined;
  const last = output.data.at(-1);
  const cursor = output.continueAfter ?? last?.id ?? last?.eventId ?? last?.accountId;
  if (cursor === undefined) return undefined;
  const next = new URL(`http://localhost${url}`);
  next.searchParams.set('startAfter', cursor);
  return `<${next.pathname}${next.search}>; rel="next"`;
}

/** A page whose items have one of these ids. */
interface AnyPage {
  hasMore: boolean;
  data: { id?: string; eventId?: string; accountId?: string }[];
  continueAfter?: string;
}

const isPage = (output: unknown): output is AnyPage =>
  typeof output === 'object' && output !== null && 'hasMore' in output && 'data' in output;

const hasId = (output: unknown): output is { id: string } =>
  typeof output === 'object' && output !== null && 'id' in output && typeof output.id === 'string';

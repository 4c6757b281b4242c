import { STATUS_CODES } from 'node:http';
import { ERROR_CODES, ErrorBody, FIELD_CODES } from '@estate/contracts';
import type { ZodOpenApiResponseObject } from 'zod-openapi';
import { z } from 'zod';
import { isRefusedWhileClosing } from '../../accounts/closings/refused-while-closing.ts';
import type { ApiRoute } from '../../edge/routing/api-route.ts';
import { AUTHENTICATE, RETRY_AFTER, answeredHeaders } from './headers.ts';

/** The parts of a route that determine its errors. */
type Answerable = Pick<
  ApiRoute,
  'method' | 'path' | 'access' | 'errors' | 'conditional' | 'isOpenWhileClosing' | 'status' | 'uploads'
>;

const MEANINGS: Record<number, string> = {
  400: 'The input is invalid.',
  401: 'The credentials are missing or invalid.',
  403: 'The key or user has no permission for this operation.',
  404: 'The account has no such resource.',
  406: 'The header `Accept` excludes JSON.',
  408: 'The request did not arrive in time.',
  409: 'The state of the resource or a concurrent call prevents the operation.',
  412: 'The resource has changed.',
  413: 'The body is too large.',
  414: 'The URL is too long.',
  415: 'The body is not JSON.',
  422: 'The `Idempotency-Key` was already used for a different call.',
  429: 'Too many requests.',
  431: 'The headers are too large.',
  500: 'An internal error occurred.',
  503: 'A part of the service is unavailable. Retry after `Retry-After` seconds.',
};

/** The document recognizes a shared response by its identity. */
const shared = new Map<string, ZodOpenApiResponseObject>();

/** The error responses of a route by status, each with its possible codes. */
export function errorAnswers(of: Answerable): Record<string, ZodOpenApiResponseObject> {
  const usual = byStatus(codesOf({ ...of, errors: [] }));
  const answers = [...byStatus(codesOf(of))].map(([status, codes]) => {
    const isShared = !OWN.has(status) && usual.get(status)?.join() === codes.join();
    const id = isShared ? sharedName(status, of) : undefined;
    const described = (id !== undefined && shared.get(id)) || answer(status, codes, of);
    if (id !== undefined) shared.set(id, described);
    return [String(status), id === undefined ? described : Object.assign(described, { id })];
  });
  return Object.fromEntries(answers) as Record<string, ZodOpenApiResponseObject>;
}

function byStatus(codes: Iterable<string>): Map<number, string[]> {
  const groups = new Map<number, string[]>();
  for (const code of codes) {
    const status = statusOf(code);
    const group = groups.get(status);
    if (group) group.push(code);
    else groups.set(status, [code]);
  }
  return new Map([...groups].sort(([a], [b]) => a - b));
}

/** Statuses whose codes differ between routes. */
const OWN = new Set([400, 404, 409]);

/** The name of a response that many routes share, and that is described once. */
function sharedName(status: number, { access }: Answerable): string {
  const audience = access === 'operator' ? 'ToOperator' : access === 'open' ? 'ToAnyone' : '';
  return `${(STATUS_CODES[status] ?? '').replaceAll(' ', '')}${audience}`;
}

function codesOf(apiRoute: Answerable): Set<string> {
  const { method, path, access, status } = apiRoute;
  return new Set([
    'validation-failed',
    ...UNREADABLE,
    ...(path.includes('{') ? ['malformed-path'] : []),
    // The body is read even if the route does not use it.
    ...(method === 'GET' ? [] : apiRoute.uploads ? UPLOAD : BODY),
    ...OF_ACCESS[access],
    ...(method === 'POST'
      ? ['idempotency-key-malformed', 'idempotency-in-progress', 'idempotency-key-reused']
      : []),
    ...(method === 'POST' && status === 201 ? ['deleted-meanwhile'] : []),
    ...(isRefusedWhileClosing(apiRoute) ? ['account-closing'] : []),
    ...(apiRoute.conditional ? ['if-match-malformed', 'precondition-failed'] : []),
    ...(method !== 'GET' && !apiRoute.conditional ? ['if-match-unsupported'] : []),
    ...apiRoute.errors,
    ...(status === 302 ? ['path-unknown'] : []),
    'service-version-unknown',
    'not-acceptable',
    'internal',
    'service-unavailable',
    'broker-unavailable',
    'store-unavailable',
  ]);
}

/** Errors that occur before a route is found. */
const UNREADABLE = ['malformed-request', 'request-timeout', 'url-too-long', 'headers-too-large'];
const UPLOAD = ['body-too-large', 'unsupported-media-type'];
const BODY = ['malformed-json', 'unreadable-body', 'body-too-large', 'unsupported-media-type'];
const BEARER = ['api-key-missing', 'api-key-malformed', 'too-many-failed-attempts'];
const SESSION = ['session-over', 'session-of-another-page'];
const KEYED = [
  ...BEARER,
  ...['api-key-invalid', 'scope-missing', 'role-insufficient'],
  ...SESSION,
  ...['rate-limited', 'account-rate-limited', 'too-many-calls-at-once'],
];
const OF_ACCESS: Record<ApiRoute['access'], readonly string[]> = {
  open: [],
  operator: [...BEARER, 'operator-token-wrong', ...SESSION],
  read: KEYED,
  write: KEYED,
  manage: KEYED,
  erase: KEYED,
};

const STATUSES = new Map(
  Object.entries(ERROR_CODES).flatMap(([status, meanings]) =>
    Object.keys(meanings).map((code) => [code, Number(status)] as const),
  ),
);

/** @throws Error for a code that is missing in the table of the contracts */
function statusOf(code: string): number {
  const status = STATUSES.get(code);
  if (status === undefined) throw new Error(`the table of error codes has no row for ${code}`);
  return status;
}

/** The error format for end users: a page instead of JSON. */
const PAGE = { 'text/html': { schema: z.string(), example: '<!doctype html>…' } };

function answer(status: number, codes: readonly string[], apiRoute: Answerable): ZodOpenApiResponseObject {
  const meanings = ERROR_CODES[status] ?? {};
  const list = codes.map((code) => `- \`${code}\`: ${meanings[code] ?? ''}`).join('\n');
  return {
    description: `${MEANINGS[status] ?? 'Refused.'}\n\n${list}`,
    'x-codes': codes,
    headers: z.object({
      ...answeredHeaders(apiRoute, status),
      ...(status === 401 && { 'WWW-Authenticate': AUTHENTICATE }),
      ...((status === 429 || status === 503) && { 'Retry-After': RETRY_AFTER }),
    }),
    content: {
      'application/json': {
        schema: ErrorBody,
        example: exampleOfError(status, codes[0] ?? ''),
      },
      ...(apiRoute.status === 302 && PAGE),
    },
  };
}

/** The body of an error response: plain text, and with `details` if the code has them. */
export function exampleOfError(status: number, code: string): z.input<typeof ErrorBody> {
  const meaning = ERROR_CODES[status]?.[code] ?? '';
  const example = {
    error: STATUS_CODES[status] ?? 'Error',
    message: meaning.replaceAll('`', ''),
    statusCode: status,
    code,
    requestId: 'req-5f1a',
  };
  if (!meaning.includes('`details`')) return example;
  const [fieldCode = ''] = Object.keys(FIELD_CODES);
  const details = [{ path: 'field', message: 'field is required', code: fieldCode }];
  return { ...example, message: 'field is required.', details };
}

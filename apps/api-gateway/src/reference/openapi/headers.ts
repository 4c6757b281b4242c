import { z } from 'zod';
import { SERVICE_VERSIONS } from '@estate/contracts';
import type { ApiRoute } from '../../edge/routing/api-route.ts';
import type { Confirmation } from '../../edge/routing/confirmation.ts';
import { exampleOf } from './example-of.ts';

const header = (id: string, schema: z.ZodType, shown: { description: string; example: string | number }) =>
  schema.meta({ header: { id }, ...shown });

const parameter = (name: string, schema: z.ZodType, description: string) =>
  schema.optional().meta({ param: { id: name }, description });

const REQUEST_ID = parameter(
  'X-Request-Id',
  z.string().max(64),
  'An id for this request. The service creates one if you omit it, and always returns it.',
);
const SERVICE_VERSION = parameter(
  'Service-Version',
  z.enum(SERVICE_VERSIONS),
  'The version of the API that the caller uses.',
);
const IDEMPOTENCY_KEY = parameter(
  'Idempotency-Key',
  z.string().min(1).max(255),
  'A call with the same key takes effect once. For 24 hours, retries get the first response.',
);
const IF_MATCH = parameter(
  'If-Match',
  z.string(),
  'The `ETag` of the resource. The call succeeds only if the resource has not changed since.',
);
const IF_NONE_MATCH = parameter(
  'If-None-Match',
  z.string(),
  'The `ETag` of the resource. The response is 304 if the resource has not changed since.',
);

const ANSWERED = {
  'X-Request-Id': header('X-Request-Id', z.string(), {
    description: 'Include this id when you contact support.',
    example: 'req-5f1a',
  }),
  'Service-Version': header('Service-Version', z.enum(SERVICE_VERSIONS), {
    description: 'The version of the API that answered.',
    example: SERVICE_VERSIONS[0],
  }),
};
const LIMITS = {
  RateLimit: header('RateLimit', z.string(), {
    description: 'The remaining quota, and the time until it resets.',
    example: '"default";r=98;t=7',
  }),
  'RateLimit-Policy': header('RateLimit-Policy', z.string(), {
    description: 'The quota: the number of requests (`q`) in a window of seconds (`w`).',
    example: '"default";q=100;w=10',
  }),
};
const LOCATION = header('Location', z.string(), {
  description: 'The URL to continue with.',
  example: '/contacts/d1a2b3c4e5f6g7h8i9j0',
});
const ETAG = header('ETag', z.string(), {
  description: 'The state of the resource, for `If-Match` and `If-None-Match`.',
  example: '"4b5f2a"',
});
const LINK = header('Link', z.string(), {
  description: 'The URL of the next page. Absent on the last page.',
  example: '</contacts?startAfter=d1a2b3c4e5f6g7h8i9j0>; rel="next"',
}).optional();
export const RETRY_AFTER = header('Retry-After', z.int().min(0).max(86_400), {
  description: 'The number of seconds to wait.',
  example: 1,
});
export const AUTHENTICATE = header('WWW-Authenticate', z.string(), {
  description: 'How to authenticate.',
  example: 'Bearer',
});
const REPLAYED = header('Idempotency-Replayed', z.literal('true'), {
  description: 'The response is the stored response of the first call.',
  example: 'true',
}).optional();

type Route = Pick<
  ApiRoute,
  'method' | 'path' | 'access' | 'conditional' | 'status' | 'confirmation' | 'input'
>;

/** The kind of a successful response. */
export interface AnswerKind {
  isResource: boolean;
  isList: boolean;
}

/** The headers that a caller may send. */
export function requestHeaders(apiRoute: Route, isResource: boolean): Record<string, z.ZodType> {
  return {
    'X-Request-Id': REQUEST_ID,
    'Service-Version': SERVICE_VERSION,
    ...(apiRoute.method === 'POST' && { 'Idempotency-Key': IDEMPOTENCY_KEY }),
    ...(apiRoute.confirmation && confirming(apiRoute.confirmation, apiRoute.input)),
    ...(apiRoute.conditional && { 'If-Match': IF_MATCH }),
    ...(isResource && apiRoute.method === 'GET' && { 'If-None-Match': IF_NONE_MATCH }),
  };
}

/** The document recognizes a shared parameter by its identity. */
const confirmations = new Map<string, z.ZodType>();

function confirming(
  { header: name, says, value }: Confirmation,
  input: z.ZodType,
): Record<string, z.ZodType> {
  const caller = { accountId: 'd1a2b3c4e5f6g7h8i9j0', requestId: 'req-5f1a', permissions: [] };
  const described =
    confirmations.get(name) ??
    z.string().meta({
      param: { id: name },
      description: `Confirms the call: ${says}.`,
      example: value(exampleOf(input), caller),
    });
  confirmations.set(name, described);
  return { [name]: described };
}

/** Statuses of responses that can precede the check of the version. */
const BEFORE_VERSION = new Set([400, 408, 431]);
/** Statuses of responses that precede the count of requests, always or sometimes. */
const UNCOUNTED = new Set([401, 408, 414, 431]);
const PERHAPS_COUNTED = new Set([400, 403, 500, 503]);

/** Headers of every response of a route with a status. */
export const answeredHeaders = (
  { access }: Pick<ApiRoute, 'access'>,
  status: number,
): Record<string, z.ZodType> => ({
  ...ANSWERED,
  ...(BEFORE_VERSION.has(status) && optional({ 'Service-Version': ANSWERED['Service-Version'] })),
  ...limitHeaders(access, status),
});

/** The headers of limits: every counted response has those of the key; a 429 those of the key or of the address. */
function limitHeaders(access: ApiRoute['access'], status: number): Record<string, z.ZodType> {
  if (status === 429) return LIMITS;
  if (access === 'open' || access === 'operator' || UNCOUNTED.has(status)) return {};
  return PERHAPS_COUNTED.has(status) ? optional(LIMITS) : LIMITS;
}

const optional = (headers: Record<string, z.ZodType>): Record<string, z.ZodType> =>
  Object.fromEntries(Object.entries(headers).map(([name, schema]) => [name, schema.optional()]));

/** Headers of the successful response. */
export const successHeaders = (apiRoute: Route, kind: AnswerKind): Record<string, z.ZodType> => ({
  ...answeredHeaders(apiRoute, apiRoute.status),
  ...(kind.isResource && { ETag: ETAG }),
  ...(kind.isList && { Link: LINK }),
  ...(isPlaced(apiRoute) && { Location: LOCATION }),
  ...(apiRoute.method === 'POST' && { 'Idempotency-Replayed': REPLAYED }),
});

/** True if the response has a `Location`: it created a resource, or redirects. */
const isPlaced = ({ status }: Route): boolean => status === 302 || status === 201;

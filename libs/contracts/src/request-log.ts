import { z } from 'zod';
import { Actor } from './actor.ts';
import { EXAMPLE_ID, EXAMPLE_TIME } from './examples.ts';
import { Id, Timestamp } from './ids.ts';
import { ListQuery } from './list.ts';
import { Period } from './period.ts';

export const REQUEST_LOG_KEPT_DAYS = 7;

/** The methods of the routes of the API. */
export const REQUEST_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'] as const;

export const LoggedCall = z.object({
  id: Id,
  kind: z.literal('call'),
  at: Timestamp.meta({ description: 'When the call began.' }),
  method: z.string(),
  route: z.string().meta({ description: 'The path as the reference shows it.' }),
  path: z.string().meta({ description: 'The path of the call, without its query.' }),
  status: z.int(),
  code: z.string().optional().meta({ description: 'The `code` of an error.' }),
  durationMs: z.number().meta({ description: 'The time until the response was sent.' }),
  actor: Actor,
  address: z.string().meta({ description: 'The IP address of the caller.' }),
  requestId: z.string().meta({ description: 'The `X-Request-Id` of the call.' }),
  resourceIds: z.array(Id).meta({
    description: 'The ids in the path and in the body, and the id of the created resource.',
  }),
});

export const LogGap = z.object({
  id: Id,
  kind: z.literal('gap'),
  at: Timestamp.meta({ description: 'When the last of the missing calls ended.' }),
  since: Timestamp.meta({ description: 'When the first of the missing calls ended.' }),
  missing: z.int().min(1).meta({ description: 'The number of calls that are missing.' }),
});

/** A call of the API, or a period with missing entries. */
export const RequestLogEntry = z.discriminatedUnion('kind', [LoggedCall, LogGap]).meta({
  id: 'RequestLogEntry',
  description: 'A call of the API, or a gap: calls that could not be recorded. Further kinds are possible.',
  example: {
    id: EXAMPLE_ID,
    kind: 'call',
    at: EXAMPLE_TIME,
    method: 'GET',
    route: '/targets/{id}',
    path: `/targets/${EXAMPLE_ID}`,
    status: 404,
    code: 'target-not-found',
    durationMs: 3.1,
    actor: { kind: 'api_key', id: EXAMPLE_ID, name: 'Production' },
    address: '192.0.2.17',
    requestId: 'req-0a1b2c3d4e5f6a7b8c9d0e1f',
    resourceIds: [EXAMPLE_ID],
  },
});
export type RequestLogEntry = z.infer<typeof RequestLogEntry>;

const only = <T extends z.ZodType>(value: T, what: string) =>
  value.optional().meta({ description: `Only calls ${what}.` });

export const RequestLogQuery = ListQuery.extend({
  method: z.enum(REQUEST_METHODS).optional().meta({ description: 'Only calls with this method.' }),
  status: z
    .string()
    .regex(/^[1-5](?:\d\d|xx)$/, { error: 'must be a status such as 404, or a class such as 4xx' })
    .optional()
    .meta({
      description: 'Only calls that were answered with this status, or with one of a class such as `4xx`.',
      example: '4xx',
    }),
  actorKind: z
    .string()
    .max(30)
    .optional()
    .meta({ description: 'Only calls of this kind of actor, such as `api_key`.', example: 'api_key' }),
  actorId: only(Id, 'with this API key, or of this user'),
  requestId: only(z.string().min(1), 'with this `X-Request-Id`'),
  resourceId: only(Id, 'that contain the id of this resource, or that created it'),
  ...Period,
});
export type RequestLogQuery = z.infer<typeof RequestLogQuery>;

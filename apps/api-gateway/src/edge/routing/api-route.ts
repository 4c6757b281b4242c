import { z } from 'zod';
import type { Access, AuditAction, Endpoint, OutputOf, PublicOperation } from '@estate/contracts';
import type { InvalidInput } from '@estate/errors';
import type { HttpAnswer, HttpHead, HttpRequest, HttpRoute } from '@estate/http';
import type { Caller } from '../access/admission.ts';
import type { AskOwner, Asked } from './ask-owner.ts';
import type { Call } from './call.ts';
import type { Confirmation } from './confirmation.ts';
import { ofPath, ofSubject } from './operation-id.ts';

/** The dependencies of every route. */
export interface Asking {
  askOwner: AskOwner;
}

/** Adds the problems that the owner finds in an input that violates the contract. */
export type Explain = (
  refused: InvalidInput,
  request: HttpRequest,
  context: { call: Call; deps: Asking },
) => Promise<InvalidInput>;

/** A row of the routing table: the route, its documentation and its handler with the dependencies `Deps`. */
export interface ApiRoute<Deps = unknown> {
  method: HttpRoute['method'];
  path: string;
  /** The name of the operation in the OpenAPI document, after which generated clients name their functions. */
  operationId: string;
  summary: string;
  tag: string;
  access: Access;
  /** The action in the audit log; absent for most routes. */
  audit?: AuditAction;
  /** The reason for the entry in the audit log. */
  auditedReason?(input: unknown): string;
  status: 200 | 201 | 202 | 302;
  /** True if the response represents one resource, with an ETag; a page of a list does not. */
  versioned: boolean;
  /** The part of the response that the ETag covers, if the response also has data that is shown once; such a response is not cached. */
  versionedPart?(output: unknown): unknown;
  /** True if the response is a file, which a page may show by its address, and which has a separate rate limit. */
  isFile: boolean;
  /** True if it may change an account that is being closed. */
  isOpenWhileClosing: boolean;
  /** True if the owner compares `If-Match` with the resource. */
  conditional: boolean;
  /** The media types of a body that is streamed to the owner; the input is the query then. */
  uploads?: readonly string[];
  /** Path parameters, query and body together. */
  input: z.ZodType;
  /** The body of the response. */
  output: z.ZodType;
  /** The body by its media type, if it is not the output as JSON. */
  content?: Readonly<Record<string, { schema: z.ZodType; example?: string }>>;
  /** The codes of its errors, in addition to those of every route. */
  errors: readonly string[];
  explain?: Explain;
  /** True for an output that ends the wait of a caller with the query parameter `wait`; for routes that support it. */
  isWorthWaitingFor?(output: unknown): boolean;
  /** The words that the caller has to repeat before data are erased. */
  confirmation?: Confirmation;
  description?: string;
  run(input: unknown, call: Call, deps: Deps): Promise<unknown>;
  /** The output for a caller without the permission `manage`; everything by default. */
  shownWithoutSecrets?(output: unknown): unknown;
  /** Makes the response, if it is not the output as JSON. */
  present?(output: unknown, deps: Deps): Presented;
  /** The `set-cookie` of a response that starts a session, also of a replayed one. */
  cookieOf?(output: unknown, given: Given<Deps>): string;
}

/** The input for creating a cookie. */
export interface Given<Deps> {
  head: HttpHead;
  caller: Caller;
  deps: Deps;
}

/** A response; only a page for people has its own status. */
export type Presented = Pick<HttpAnswer, 'body' | 'raw' | 'file' | 'headers'> &
  Partial<Pick<HttpAnswer, 'status'>>;

/** The declaration of a route besides its endpoint; `Output` is its response. */
interface Statement<Output, Deps>
  extends
    Pick<ApiRoute, 'summary'>,
    Partial<
      Pick<
        ApiRoute,
        | 'operationId'
        | 'status'
        | 'access'
        | 'audit'
        | 'tag'
        | 'content'
        | 'errors'
        | 'description'
        | 'versioned'
        | 'uploads'
        | 'isFile'
        | 'explain'
        | 'confirmation'
        | 'conditional'
        | 'isOpenWhileClosing'
      >
    > {
  present?: (output: Output, deps: Deps) => Presented;
  shownWithoutSecrets?: (output: Output) => unknown;
  isWorthWaitingFor?: (output: Output) => boolean;
  versionedPart?: (output: Output) => unknown;
}

function defaults<Output, Deps>(endpoint: Endpoint, given: Statement<Output, Deps>) {
  const [method, path] = endpoint.split(' ') as [HttpRoute['method'], string];
  const isOfOne = (method === 'PUT' || method === 'DELETE') && path.endsWith('/{id}');
  const { conditional = isOfOne } = given;
  return {
    method,
    path,
    status: 200 as const,
    versioned: method === 'GET' || given.status === 201 || conditional,
    conditional,
    isFile: false,
    isOpenWhileClosing: false,
    access: method === 'GET' ? ('read' as const) : ('write' as const),
    tag: tagOf(path),
    errors: [],
    ...given,
  };
}

/** The first segment of a path that names a resource; the operator's paths are in a separate document. */
const tagOf = (path: string): string =>
  path
    .split('/')
    .slice(1)
    .find((segment) => segment !== 'admin' && segment !== 'operator') ?? '';

/** Errors of every owner: owners validate their input again, with rules that a contract cannot express. */
const OF_EVERY_OWNER = ['invalid-input', 'input-too-large'];

/** The work of the gateway besides asking the owner. */
interface How<O extends Asked, Deps> extends Omit<Statement<OutputOf<O>, Deps>, 'summary'> {
  /** The query, if it has `wait` in addition to the operation's input. */
  input?: z.ZodType;
  /** The body of the response, if it differs from the operation's output. */
  output?: z.ZodType;
}

/** Defines a route that asks the owner of an operation, at the endpoint of its contract. */
export function ask<O extends Asked & PublicOperation, Deps>(
  operation: O,
  how: How<O, Deps> = {},
): ApiRoute<Deps & Asking> {
  const { subject, http, input, output, errors, timeoutMs, ...stated } = operation;
  return {
    input,
    output,
    operationId: ofSubject(subject),
    ...defaults(http, { ...stated, errors: [...OF_EVERY_OWNER, ...errors], ...how }),
    run: (given, call, deps) =>
      deps.askOwner(operation, given as z.input<O['input']>, {
        ...call,
        ...(timeoutMs !== undefined && { timeoutMs }),
      }),
  };
}

interface Answering<I extends z.ZodType, O extends z.ZodType, Deps> extends Statement<z.output<O>, Deps> {
  input: I;
  output: O;
  auditedReason?: (input: z.output<I>) => string;
  cookieOf?: (output: z.output<O>, given: Given<Deps>) => string;
  run: (input: z.output<I>, call: Call, deps: Deps) => Promise<z.output<O>>;
}

/** Defines a route that the gateway answers itself. */
export function own<I extends z.ZodType, O extends z.ZodType, Deps>(
  endpoint: Endpoint,
  { input, output, run, auditedReason, cookieOf, ...stated }: Answering<I, O, Deps>,
): ApiRoute<Deps> {
  const { method, path, ...rest } = defaults(endpoint, stated);
  const isList = input instanceof z.ZodObject && 'startAfter' in input.shape;
  return {
    method,
    path,
    operationId: ofPath({ method, path, isList }),
    ...rest,
    ...(auditedReason && { auditedReason: (given) => auditedReason(given as z.output<I>) }),
    ...(cookieOf && { cookieOf: (result, given) => cookieOf(result as z.output<O>, given) }),
    input,
    output,
    run: (given, call, deps) => run(given as z.output<I>, call, deps),
  };
}

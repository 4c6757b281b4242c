import type { z } from 'zod';
import type { OutputOf } from '@estate/contracts';
import type { InvalidInput } from '@estate/errors';
import type { HttpAnswer, HttpRequest, HttpRoute } from '@estate/http';
import type { Preconditions } from '@estate/messaging';
import type { Access, Caller } from '../access/admission.ts';
import type { Deps } from '../deps.ts';
import type { Asked } from './ask-owner.ts';

/** The caller, and the preconditions of the call: the id reserved for a new resource, and the expected ETags. */
export type Call = Caller & Preconditions;

/** Adds the problems that the owner finds in an input that does not fit the contract. */
export type Explain = (
  refused: InvalidInput,
  request: HttpRequest,
  context: { call: Call; deps: Pick<Deps, 'askOwner'> },
) => Promise<InvalidInput>;

/** One row of the routing table: the route, its documentation and its work. */
export interface ApiRoute {
  method: HttpRoute['method'];
  path: string;
  summary: string;
  tag: string;
  access: Access;
  status: 200 | 201 | 202 | 302;
  /** Whether the response represents one resource, with an ETag; a page of a list does not. */
  versioned: boolean;
  /** Whether the owner compares `If-Match` with the resource. */
  conditional: boolean;
  /** Path parameters, query and body together. */
  input: z.ZodType;
  /** The body of the response. */
  output: z.ZodType;
  /** Codes of its errors, in addition to those of every route. */
  errors: readonly string[];
  explain?: Explain;
  description?: string;
  run(input: unknown, call: Call, deps: Deps): Promise<unknown>;
  /** What a key without the scope `write` sees of the output; everything by default. */
  shownToReaders?(output: unknown): unknown;
  /** Makes the response where it is not the output as JSON. */
  present?(output: unknown): Presented;
}

/** A response; only a page for people has a status of its own. */
export type Presented = Pick<HttpAnswer, 'body' | 'raw' | 'headers'> & Partial<Pick<HttpAnswer, 'status'>>;

/** What a route states beside its endpoint; `Output` is what it is answered with. */
interface Statement<Output>
  extends
    Pick<ApiRoute, 'summary'>,
    Partial<
      Pick<ApiRoute, 'status' | 'access' | 'tag' | 'errors' | 'description' | 'versioned' | 'explain'>
    > {
  present?: (output: Output) => Presented;
  shownToReaders?: (output: Output) => unknown;
}

type Endpoint = `${HttpRoute['method']} /${string}`;

function defaults<Output>(endpoint: Endpoint, given: Statement<Output>) {
  const [method, path] = endpoint.split(' ') as [HttpRoute['method'], string];
  const conditional = (method === 'PUT' || method === 'DELETE') && path.endsWith('/{id}');
  return {
    method,
    path,
    status: 200 as const,
    versioned: method === 'GET' || given.status === 201 || conditional,
    conditional,
    access: method === 'GET' ? ('read' as const) : ('write' as const),
    tag: path.split('/')[1] ?? '',
    errors: [],
    ...given,
  };
}

/** Owners validate their input again, with rules that a contract cannot express. */
const OF_EVERY_OWNER = ['invalid-input', 'input-too-large'];

interface Asking<O extends Asked> extends Statement<OutputOf<O>> {
  /** For an operation that takes longer than others. */
  timeoutMs?: number;
  /** The body of the response, where it differs from the operation's output. */
  output?: z.ZodType;
}

/** A route that asks the service that owns the answer. */
export function ask<O extends Asked>(
  endpoint: Endpoint,
  operation: O,
  { timeoutMs, ...how }: Asking<O>,
): ApiRoute {
  const { input, output, errors } = operation;
  return {
    input,
    output,
    ...defaults(endpoint, { errors: [...OF_EVERY_OWNER, ...errors], ...how }),
    run: (given, call, deps) =>
      deps.askOwner(operation, given as z.input<O['input']>, {
        ...call,
        ...(timeoutMs !== undefined && { timeoutMs }),
      }),
  };
}

interface Answering<I extends z.ZodType, O extends z.ZodType> extends Statement<z.output<O>> {
  input: I;
  output: O;
  run: (input: z.output<I>, call: Call, deps: Deps) => Promise<z.output<O>>;
}

/** A route that the gateway answers itself. */
export function own<I extends z.ZodType, O extends z.ZodType>(
  endpoint: Endpoint,
  { input, output, run, ...stated }: Answering<I, O>,
): ApiRoute {
  return {
    ...defaults(endpoint, stated),
    input,
    output,
    run: (given, call, deps) => run(given as z.output<I>, call, deps),
  };
}

import type { z } from 'zod';
import type { OutputOf } from '@estate/contracts';
import type { InvalidInput } from '@estate/errors';
import type { HttpAnswer, HttpRequest, HttpRoute } from '@estate/http';
import type { Preconditions } from '@estate/messaging';
import type { Access, Caller } from '../access/admission.ts';
import type { Deps } from '../deps.ts';
import type { Manifest } from '../manifest.ts';

/** Who calls, and under which conditions: an id that is reserved for what is created, the ETags that must hold. */
export type Call = Caller & Preconditions;

/** Adds what the owner refuses of an input that the contract refuses already. */
export type Explain = (
  refused: InvalidInput,
  request: HttpRequest,
  context: { call: Call; deps: Pick<Deps, 'bus' | 'askTimeoutMs'> },
) => Promise<InvalidInput>;

/** One line of the routing table: the route, its documentation and its work. */
export interface ApiRoute {
  method: HttpRoute['method'];
  path: string;
  summary: string;
  tag: string;
  access: Access;
  status: 200 | 201 | 202 | 302;
  /** Whether the answer is the representation of one resource, with an ETag; a page never is. */
  versioned: boolean;
  /** Whether `If-Match` is held against the resource. */
  conditional: boolean;
  /** Path parameters, query and body together. */
  input: z.ZodType;
  /** What the answer's body looks like. */
  output: z.ZodType;
  /** Codes of the errors it may answer with, beside those every route has. */
  errors: readonly string[];
  explain?: Explain;
  /** More than the summary says. */
  description?: string;
  run(input: unknown, call: Call, deps: Deps): Promise<unknown>;
  /** What of the outcome a key without the scope `write` is shown; everything unless told. */
  shownToReaders?(output: unknown): unknown;
  /** Turns the outcome into an answer where plain JSON is not enough; a status of its own is for pages that people read. */
  present?(
    output: unknown,
  ): Pick<HttpAnswer, 'body' | 'raw' | 'headers'> & Partial<Pick<HttpAnswer, 'status'>>;
}

type Documentation = Pick<ApiRoute, 'method' | 'path' | 'summary'> &
  Partial<Pick<ApiRoute, 'status' | 'access' | 'tag' | 'errors' | 'description' | 'versioned'>>;

const defaults = ({ method, path, ...given }: Documentation) => ({
  method,
  path,
  status: 200 as const,
  versioned: method === 'GET' || given.status === 201 || changesOne(method, path),
  conditional: changesOne(method, path),
  access: method === 'GET' ? ('read' as const) : ('write' as const),
  tag: path.split('/')[1] ?? '',
  errors: [],
  ...given,
});

const changesOne = (method: ApiRoute['method'], path: string): boolean =>
  (method === 'PUT' || method === 'DELETE') && path.endsWith('/{id}');

/** Owners check what they are asked once more, with rules that the contract cannot say. */
const OF_EVERY_OWNER = ['invalid-input', 'input-too-large'];

/** An operation that the manifest declares. */
type Asked = Manifest['asks'][number];

/** A route that hands the question to the service that owns the answer; `timeoutMs` for one that takes its time. */
export function ask<O extends Asked>(
  documentation: Documentation,
  operation: O,
  timeoutMs?: number,
): ApiRoute {
  return {
    ...defaults({ errors: [...OF_EVERY_OWNER, ...operation.errors], ...documentation }),
    input: operation.input,
    output: operation.output,
    run: (input, call, { bus, askTimeoutMs }) => {
      const options = { timeoutMs: timeoutMs ?? askTimeoutMs, ...preconditionsOf(call) };
      return bus.ask(operation, input as z.input<O['input']>, call, options);
    },
  };
}

const preconditionsOf = ({ reservedId, ifMatch }: Call): Preconditions => ({
  ...(reservedId !== undefined && { reservedId }),
  ...(ifMatch !== undefined && { ifMatch }),
});

/** The same, with an answer that is not the operation's output as it is. */
export function askAndPresent<O extends Asked>(
  documentation: Documentation,
  operation: O,
  shown: {
    output: z.ZodType;
    present: (output: OutputOf<O>) => Pick<HttpAnswer, 'body' | 'raw' | 'headers'>;
  },
): ApiRoute {
  return {
    ...ask(documentation, operation),
    output: shown.output,
    present: (output) => shown.present(output as OutputOf<O>),
  };
}

/** The same, with parts of the outcome that only those see who may write. */
export function askAndRedact<O extends Asked>(
  documentation: Documentation,
  operation: O,
  shown: { output: z.ZodType; toReaders: (output: OutputOf<O>) => unknown },
): ApiRoute {
  return {
    ...ask(documentation, operation),
    output: shown.output,
    shownToReaders: (output) => shown.toReaders(output as OutputOf<O>),
  };
}

/** A route that the gateway answers itself. */
export function own<I extends z.ZodType, O extends z.ZodType>(
  documentation: Documentation,
  shapes: { input: I; output: O },
  run: (input: z.output<I>, call: Call, deps: Deps) => Promise<z.output<O>>,
): ApiRoute {
  return {
    ...defaults(documentation),
    ...shapes,
    run: (input, call, deps) => run(input as z.output<I>, call, deps),
  };
}

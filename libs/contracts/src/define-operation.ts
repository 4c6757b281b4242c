import { z } from 'zod';
import type { AuditAction } from './audit-log.ts';
import type { Permission } from './role.ts';

/** A request that exactly one service answers by request/reply. */
export interface Operation<
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
  S extends string = string,
> {
  /** `ask.<owner>.<operation>` */
  readonly subject: S;
  readonly input: I;
  readonly output: O;
  /** Codes of the errors that the owner may return, besides those of every operation. */
  readonly errors: readonly string[];
}

/** Who may call an operation: anyone, the operator, or callers with a permission in an account. */
export type Access = 'open' | 'operator' | Permission;

/** Method and path. */
export type Endpoint = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`;

/** The route of an operation for customers and operators. */
interface Reached {
  /** The method and path; the parameters of the path are fields of the input. */
  readonly http: Endpoint;
  readonly summary: string;
  readonly description?: string;
  /** 200 by default. */
  readonly status?: 201 | 202;
  /** `read` for GET by default, and `write` otherwise. */
  readonly access?: Access;
  /** The action in the audit log; most operations leave no entry there. */
  readonly audit?: AuditAction;
  /** A timeout for an operation that takes longer than others. */
  readonly timeoutMs?: number;
  /** The response is a file, which a page may show by its URL, and which has a rate limit of its own. */
  readonly isFile?: true;
}

export type PublicOperation = Operation & Reached;

export type InputOf<T extends Operation> = z.output<T['input']>;
export type OutputOf<T extends Operation> = z.output<T['output']>;

interface Errors {
  readonly errors?: readonly string[];
}

type Given<I extends z.ZodType, O extends z.ZodType, S extends string> = Omit<Operation<I, O, S>, 'errors'> &
  Errors;

const SUBJECT = /^ask\.[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z]+)*$/;

/** The counter for the order of definition, which is the order in the reference. */
let defined = 0;
const places = new WeakMap<Operation, number>();

export function defineOperation<I extends z.ZodType, O extends z.ZodType, const S extends string>(
  operation: Given<I, O, S> & Reached,
): Operation<I, O, S> & Reached;
export function defineOperation<I extends z.ZodType, O extends z.ZodType, const S extends string>(
  operation: Given<I, O, S>,
): Operation<I, O, S>;
export function defineOperation(given: Given<z.ZodType, z.ZodType, string>): Operation {
  if (!SUBJECT.test(given.subject)) throw new Error(`not a subject of an operation: ${given.subject}`);
  const operation = { errors: [], ...given };
  places.set(operation, (defined += 1));
  return operation;
}

export const ById = z.strictObject({ id: z.string() });
type OnOne<O extends z.ZodType, S extends string> = Operation<typeof ById, O, S>;

/** Defines an operation on the resource with an id. */
export function operationOn<O extends z.ZodType, const S extends string>(
  subject: S,
  output: O,
  how: Errors & Reached,
): OnOne<O, S> & Reached;
export function operationOn<O extends z.ZodType, const S extends string>(
  subject: S,
  output: O,
  how?: Errors,
): OnOne<O, S>;
export function operationOn(subject: string, output: z.ZodType, how: Errors = {}): Operation {
  return defineOperation({ subject, input: ById, output, ...how });
}

/** The public operations among contracts, in the order of their definition. */
export const publicOperations = <C extends object>(contracts: C) =>
  Object.values(contracts)
    .filter((one): one is PublicOperation => places.has(one as Operation) && 'http' in (one as object))
    .toSorted((one, other) => (places.get(one) ?? 0) - (places.get(other) ?? 0)) as unknown as Extract<
    C[keyof C],
    PublicOperation
  >[];

/** The operations among contracts that a service implements. */
export const operationsOf = <const N extends string, C extends object>(owner: N, contracts: C) =>
  Object.values(contracts).filter(
    (one) => places.has(one as Operation) && (one as Operation).subject.startsWith(`ask.${owner}.`),
  ) as Extract<C[keyof C], Operation & { readonly subject: `ask.${N}.${string}` }>[];

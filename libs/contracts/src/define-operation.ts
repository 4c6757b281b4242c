import { z } from 'zod';

/** An order or a question that exactly one service answers by request/reply. */
export interface Operation<
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
  S extends string = string,
> {
  /** `ask.<owner>.<operation>` */
  readonly subject: S;
  readonly input: I;
  readonly output: O;
  /** Codes of the errors the owner may answer with, beside those every operation has. */
  readonly errors: readonly string[];
}

export type InputOf<T extends Operation> = z.output<T['input']>;
export type OutputOf<T extends Operation> = z.output<T['output']>;

const SUBJECT = /^ask\.[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z]+)*$/;

export function defineOperation<I extends z.ZodType, O extends z.ZodType, const S extends string>(
  operation: Omit<Operation<I, O, S>, 'errors'> & { errors?: readonly string[] },
): Operation<I, O, S> {
  if (!SUBJECT.test(operation.subject))
    throw new Error(`not a subject of an operation: ${operation.subject}`);
  return { errors: [], ...operation };
}

export const ById = z.strictObject({ id: z.string() });

/** An operation on the resource with an id. */
export const operationOn = <O extends z.ZodType, const S extends string>(
  subject: S,
  output: O,
  errors: readonly string[] = [],
): Operation<typeof ById, O, S> => defineOperation({ subject, input: ById, output, errors });

import type { z } from 'zod';

/** One broken rule, in words that name the field and the rule. */
export interface FieldProblem {
  path: string;
  message: string;
  code: string;
}

type Issue = z.core.$ZodIssue;

const TYPE_NAMES: Record<string, string> = { int: 'whole number', record: 'object', map: 'object' };
const CODES: Record<string, string> = {
  invalid_type: 'wrong-type',
  unrecognized_keys: 'unknown-field',
  invalid_value: 'not-allowed',
  invalid_format: 'wrong-format',
  too_small: 'too-small',
  too_big: 'too-big',
  not_multiple_of: 'wrong-step',
};

/** Every problem that zod found, one entry a field; `received` is what was parsed, to tell missing from wrong. */
export function problemsOf(error: z.ZodError, received: unknown): FieldProblem[] {
  return error.issues.flatMap((issue) => ofIssue(issue, received));
}

/** One sentence that makes sense alone: every problem, separated by semicolons. */
export const sentenceOf = (problems: readonly FieldProblem[]): string =>
  `${problems.map(({ message }) => message).join('; ')}.`;

function ofIssue(issue: Issue, received: unknown): FieldProblem[] {
  const path = dotted(issue.path);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => {
      const full = path === '' ? key : `${path}.${key}`;
      return { path: full, message: `${full} is not a known field`, code: 'unknown-field' };
    });
  }
  const name = path === '' ? 'the body' : path;
  if (issue.code === 'invalid_type' && valueAt(received, issue.path) === undefined) {
    return [{ path, message: `${name} is required`, code: 'required' }];
  }
  return [{ path, message: `${name} ${rule(issue, received)}`, code: CODES[issue.code] ?? 'invalid' }];
}

function rule(issue: Issue, received: unknown): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${article(TYPE_NAMES[issue.expected] ?? issue.expected)}`;
    case 'invalid_value':
      return valueAt(received, issue.path) === undefined
        ? `is required and must be one of ${issue.values.join(', ')}`
        : `must be one of ${issue.values.join(', ')}`;
    case 'too_small':
      return `must ${bound(issue.origin, 'at least', issue.minimum)}`;
    case 'too_big':
      return `must ${bound(issue.origin, 'at most', issue.maximum)}`;
    case 'not_multiple_of':
      return `must be a multiple of ${String(issue.divisor)}`;
    default:
      return issue.message;
  }
}

function bound(origin: string, word: string, limit: number | bigint): string {
  if (origin === 'string') return `have ${word} ${String(limit)} character${limit === 1 ? '' : 's'}`;
  if (origin === 'array' || origin === 'set')
    return `have ${word} ${String(limit)} item${limit === 1 ? '' : 's'}`;
  return `be ${word} ${String(limit)}`;
}

const article = (noun: string) => (/^[aeiou]/.test(noun) ? `an ${noun}` : `a ${noun}`);

const dotted = (path: readonly PropertyKey[]): string => path.map(String).join('.');

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined),
    value,
  );
}

import type { z } from 'zod';

/** One violated rule, in words that name the field and the rule. */
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
  invalid_key: 'wrong-format',
  invalid_format: 'wrong-format',
  too_small: 'too-small',
  too_big: 'too-big',
  not_multiple_of: 'wrong-step',
};

/** The maximum number of problems in `details`. */
const MOST_PROBLEMS = 1000;
/** The maximum length of a caller's name in a message. */
const LONGEST_NAME = 100;
const LONGEST_PATH = 1000;
/** The maximum length of an enumeration in a message; a longer one is described by its rule. */
const MOST_LISTED = 40;

/** All problems that zod found, one for each field and rule; `received` is the parsed value, which distinguishes missing from wrong. */
export function problemsOf(error: z.ZodError, received: unknown): FieldProblem[] {
  const byRule = new Map<string, FieldProblem>();
  for (const problem of eachProblem(error.issues, received)) {
    const rule = `${problem.path} ${problem.code}`;
    if (byRule.size === MOST_PROBLEMS && !byRule.has(rule)) break;
    // An integer that is far too large violates two limits; that of the field comes last.
    byRule.set(rule, problem);
  }
  // A message of a schema covers all of its rules.
  const said = new Set<string>();
  return [...byRule.values()].filter(({ message }) => !said.has(message) && said.add(message));
}

/** Generates problems, so that the caller can stop after enough of them. */
function* eachProblem(issues: readonly Issue[], received: unknown): Generator<FieldProblem> {
  const ofOtherType = new Set<string>();
  for (const issue of issues) {
    for (const one of chosen(issue)) {
      // A value of the wrong type gets no further problems about its length or its fields.
      if (isWithin(one.path, ofOtherType)) continue;
      yield* ofIssue(one, received);
      if (one.code === 'invalid_type' && one.expected !== 'int') ofOtherType.add(dotted(one.path));
    }
  }
}

const isWithin = (path: readonly PropertyKey[], paths: ReadonlySet<string>): boolean =>
  paths.size > 0 && path.some((_key, index) => paths.has(dotted(path.slice(0, index + 1))));

/** The issues of the union member that the field `type` selects; without a selection, of the first member. */
function chosen(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const undecided = (issues: readonly Issue[]) => issues.some(isAboutType);
  const decided = issue.errors.find((issues) => !undecided(issues));
  const option: readonly Issue[] = decided ?? withAllTypes(issue.errors);
  return option.flatMap(chosen).map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }));
}

const isAboutType = ({ path }: Issue): boolean => path.length === 1 && path[0] === 'type';

/** The problems of the first member; the one about `type` lists the values of all members. */
function withAllTypes([first = [], ...others]: readonly (readonly Issue[])[]): Issue[] {
  const values = [first, ...others].flatMap((issues) =>
    issues.filter(isAboutType).flatMap((issue) => (issue.code === 'invalid_value' ? issue.values : [])),
  );
  return first.map((issue) =>
    isAboutType(issue) && issue.code === 'invalid_value' ? { ...issue, values } : issue,
  );
}

/**
 * Texts that neither the database nor XML can store unchanged: with a NUL character or a lone surrogate. Names of fields are checked, too.
 */
export function unwritableTexts(received: unknown): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const waiting: Visited[] = [{ value: received, isUnwritable: !isWritable(received) }];
  for (let at = waiting.pop(); at && problems.length < MOST_PROBLEMS; at = waiting.pop()) {
    if (at.isUnwritable) problems.push(unwritable(pathOf(at)));
    else if (typeof at.value === 'object' && at.value !== null) {
      for (const key of Object.keys(at.value)) {
        const value: unknown = Reflect.get(at.value, key);
        const isUnwritable = !isWritable(key) || !isWritable(value);
        if (isUnwritable || typeof value === 'object') waiting.push({ value, key, within: at, isUnwritable });
      }
    }
  }
  return problems.reverse();
}

/** A value of an input and its path, which is only built for a problem. */
interface Visited {
  value: unknown;
  key?: string;
  within?: Visited;
  isUnwritable: boolean;
}

function pathOf(visited: Visited): string {
  const keys: string[] = [];
  for (let at: Visited | undefined = visited; at?.key !== undefined; at = at.within) keys.push(at.key);
  let path = '';
  for (const key of keys.reverse()) {
    path = joined(path, key);
    if (path.length > LONGEST_PATH) break;
  }
  return path;
}

/** In Unicode mode, `\p{Surrogate}` matches lone surrogates only. */
const UNWRITABLE = /[\0\p{Surrogate}]/u;
const isWritable = (value: unknown): boolean => typeof value !== 'string' || !UNWRITABLE.test(value);

function unwritable(fullPath: string): FieldProblem {
  const path = fullPath.length > LONGEST_PATH ? `${fullPath.slice(0, LONGEST_PATH)}…` : fullPath;
  const name = path === '' ? 'the body' : path;
  const message = `${name} must be text without NUL characters and unpaired surrogates`;
  return { path, message, code: 'wrong-format' };
}

const joined = (path: string, key: string): string => {
  const name = key.length > LONGEST_NAME ? `${key.slice(0, LONGEST_NAME)}…` : key;
  const shown = isWritable(name) ? name : name.replaceAll(/[\0\p{Surrogate}]/gu, '\uFFFD');
  return path === '' ? shown : `${path}.${shown}`;
};

function* ofIssue(issue: Issue, received: unknown): Generator<FieldProblem> {
  if (issue.code !== 'unrecognized_keys') {
    yield brokenRule(issue, received);
    return;
  }
  const path = dotted(issue.path);
  for (const key of issue.keys) {
    const full = joined(path, key);
    yield { path: full, message: `${full} is not a known field`, code: 'unknown-field' };
  }
}

function brokenRule(issue: Issue, received: unknown): FieldProblem {
  const path = dotted(issue.path);
  const name = path === '' ? 'the body' : path;
  if (issue.code === 'invalid_type' && valueAt(received, issue.path) === undefined) {
    const says = issue.message.startsWith(REQUIRED) ? issue.message : REQUIRED;
    return { path, message: `${name} ${says}`, code: 'required' };
  }
  const isMissing = issue.code === 'invalid_value' && valueAt(received, issue.path) === undefined;
  const code = isMissing ? 'required' : codeOf(issue);
  return { path, message: `${name} ${rule(issue, received)}`, code };
}

/** The code of a rule; rules over several fields carry their own. */
function codeOf(issue: Issue): string {
  const given: unknown = issue.code === 'custom' ? issue.params?.['code'] : undefined;
  return typeof given === 'string' ? given : (CODES[issue.code] ?? 'invalid');
}

function rule(issue: Issue, received: unknown): string {
  if (issue.code === 'invalid_value') {
    const isMissing = valueAt(received, issue.path) === undefined;
    return isMissing ? `${REQUIRED} and ${allowed(issue)}` : allowed(issue);
  }
  if (isOwnText(issue)) return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${article(TYPE_NAMES[issue.expected] ?? issue.expected)}`;
    case 'too_small':
      return `must ${bound(issue.origin, lowest(issue), issue.minimum)}`;
    case 'too_big':
      return `must ${bound(issue.origin, highest(issue), issue.maximum)}`;
    case 'not_multiple_of':
      return `must be a multiple of ${String(issue.divisor)}`;
    case 'invalid_key':
      return issue.issues[0]?.message ?? issue.message;
    default:
      return issue.message;
  }
}

/** The beginning of a schema's message about a missing value. */
const REQUIRED = 'is required';

/** The beginnings of zod's own messages, for a schema without one. */
const OF_ZOD = /^(?:Invalid |Too (?:small|big): )/;

/**
 * True if the message belongs to the schema and covers several of its rules. It may be about the format only: then it does not name the
 * limit that was exceeded.
 */
function isOwnText(issue: Issue): boolean {
  if (OF_ZOD.test(issue.message)) return false;
  if (issue.code !== 'too_small' && issue.code !== 'too_big') return true;
  const limit = issue.code === 'too_small' ? issue.minimum : issue.maximum;
  return issue.message.match(/\d+/g)?.includes(String(limit)) ?? false;
}

const allowed = ({ values, message }: { values: readonly unknown[]; message: string }): string =>
  values.length > MOST_LISTED ? message : `must be one of ${values.map(String).join(', ')}`;

type Limit = { inclusive?: boolean | undefined };
const lowest = ({ inclusive }: Limit): string => (inclusive === false ? 'more than' : 'at least');
const highest = ({ inclusive }: Limit): string => (inclusive === false ? 'less than' : 'at most');

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

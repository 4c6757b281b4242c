import type { z } from 'zod';
import { problemsOf, unwritableTexts } from '@estate/contracts';
import type { FieldProblem } from '@estate/contracts';
import { refusalOf } from '@estate/errors';
import type { InvalidInput } from '@estate/errors';
import type { HttpRequest } from '@estate/http';

/** Path parameters, query and body as one checked input. @throws InvalidInput naming every problem at once */
export function readInput<S extends z.ZodType>(schema: S, request: HttpRequest): z.output<S> {
  const sent = isReading(request) ? request.query : bodyOf(request);
  const misplaced = Object.keys(request.params)
    .filter((name) => Object.hasOwn(sent, name))
    .map((name) => problem(name, 'is not a known field', 'unknown-field'));
  const whole = { ...sent, ...request.params };
  const parsed = schema.safeParse(whole);
  const broken = [...unwritableTexts(whole), ...(parsed.success ? [] : problemsOf(parsed.error, whole))];
  const ofQuery = queryProblems(request);
  const problems = [
    ...misplaced,
    ...ofQuery,
    ...(isReading(request) ? inWordsOfAQuery(broken, ofQuery) : broken),
  ];
  if (parsed.success && problems.length === 0) return parsed.data;
  throw refused(problems);
}

/** True if all parameters are in the query, as for an upload. */
const isReading = ({ method, upload }: HttpRequest): boolean =>
  method === 'GET' || method === 'HEAD' || upload !== undefined;

/** The problems of a query: a parameter may be given once, and only to an operation that reads or takes an upload. */
function queryProblems(request: HttpRequest): FieldProblem[] {
  const given = Object.entries(request.query);
  if (!isReading(request)) {
    return given.map(([name]) => problem(name, 'is not a known query parameter', 'unknown-field'));
  }
  return given
    .filter(([, value]) => Array.isArray(value))
    .map(([name]) => problem(name, 'must be given only once', 'duplicate-parameter'));
}

/** Drops further problems of a parameter that has one of its own. */
const inWordsOfAQuery = (broken: readonly FieldProblem[], ofQuery: readonly FieldProblem[]): FieldProblem[] =>
  broken
    .filter(({ path }) => ofQuery.every((one) => one.path !== path))
    .map((one) =>
      one.code === 'unknown-field' ? problem(one.path, 'is not a known query parameter', one.code) : one,
    );

const problem = (path: string, rule: string, code: string): FieldProblem => ({
  path,
  message: `${path} ${rule}`,
  code,
});

const refused = (problems: readonly FieldProblem[]): InvalidInput => refusalOf(problems, 'validation-failed');

function bodyOf({ method, body }: HttpRequest): Record<string, unknown> {
  if (body === undefined && method !== 'PUT') return {};
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw refused([{ path: '', message: 'the body must be a JSON object', code: 'wrong-type' }]);
  }
  return body as Record<string, unknown>;
}

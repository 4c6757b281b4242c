import type { z } from 'zod';
import { problemsOf, sentenceOf, unwritableTexts } from '@estate/contracts';
import type { FieldProblem } from '@estate/contracts';
import { InvalidInput } from '@estate/errors';
import type { HttpRequest } from '@estate/http';

/** Path parameters, query and body as one checked input. @throws InvalidInput naming every problem at once */
export function readInput<S extends z.ZodType>(schema: S, request: HttpRequest): z.output<S> {
  const sent = request.method === 'GET' ? request.query : bodyOf(request);
  const misplaced: FieldProblem[] = Object.keys(request.params)
    .filter((name) => Object.hasOwn(sent, name))
    .map((name) => ({ path: name, message: `${name} is not a known field`, code: 'unknown-field' }));
  const whole = { ...sent, ...request.params };
  const parsed = schema.safeParse(whole);
  const problems = [
    ...misplaced,
    ...unwritableTexts(whole),
    ...(parsed.success ? [] : problemsOf(parsed.error, whole)),
  ];
  if (parsed.success && problems.length === 0) return parsed.data;
  throw new InvalidInput(sentenceOf(problems), { code: 'validation-failed', problems });
}

function bodyOf({ method, body }: HttpRequest): Record<string, unknown> {
  if (body === undefined && method !== 'PUT') return {};
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    const message = 'the body must be a JSON object';
    throw new InvalidInput(`${message}.`, {
      code: 'validation-failed',
      problems: [{ path: '', message, code: 'wrong-type' }],
    });
  }
  return body as Record<string, unknown>;
}

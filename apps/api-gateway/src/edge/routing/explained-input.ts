import { explainTarget, FtpCredentials, FtpSettings, getProperty, readFields } from '@estate/contracts';
import type { FieldProblem, InputOf, OutputOf } from '@estate/contracts';
import { InvalidInput, ServiceError, refusalOf } from '@estate/errors';
import type { HttpRequest } from '@estate/http';
import { readInput } from './read-input.ts';
import type { Explain, ApiRoute } from './api-route.ts';

/** The validated input of a call; the route may add to the explanation of a refusal. */
export async function explainedInput(
  { explain, input }: Pick<ApiRoute, 'input' | 'explain'>,
  request: HttpRequest,
  context: Parameters<Explain>[2],
): Promise<unknown> {
  try {
    return readInput(input, request);
  } catch (error) {
    if (!explain || !(error instanceof InvalidInput)) throw error;
    throw await explain(error, request, context);
  }
}

/** Adds the problems of the platform, which another service knows, to those of the contract. */
export const explainRefusedTarget: Explain = async (refused, request, { call, deps }) => {
  const asked = questionOf(request);
  if (!asked) return refused;
  const explained = await deps
    .askOwner(explainTarget, asked, call)
    .catch((error: unknown): OutputOf<typeof explainTarget> => {
      if (error instanceof ServiceError) return { problems: [] };
      throw error;
    });
  const [first] = explained.problems;
  if (!first) return refused;
  if (explained.instead)
    return refusalOf(explained.problems, asked.type === undefined ? refused.code : first.code);
  return withProblems(refused, explained.problems);
};

/** Adds the problems of the fields, which depend on the type of the stored property, to those of the contract. */
export const explainRefusedUpdate: Explain = async (refused, { body, params }, { call, deps }) => {
  const { fields } = recordOf(body);
  const present = await deps
    .askOwner(getProperty, { id: String(params['id']) }, call)
    .catch((error: unknown) => {
      if (error instanceof ServiceError) return undefined;
      throw error;
    });
  if (!present) return refused;
  const read = readFields(present.type, fields);
  return 'problems' in read ? withProblems(refused, read.problems) : refused;
};

/** The refusal, with problems of fields that it does not name yet. */
function withProblems(refused: InvalidInput, further: readonly FieldProblem[]): InvalidInput {
  const named = new Set(refused.problems.map(({ path }) => path));
  const problems = [...refused.problems, ...further.filter(({ path }) => !named.has(path))];
  return refusalOf(problems, refused.code);
}

/** The maximum length of a type in the request; no type has a longer name. */
const LONGEST_TYPE = 200;

/** The valid fields of a body. A type that is no text counts as unknown, like an empty one. */
function questionOf({ body, params }: HttpRequest): InputOf<typeof explainTarget> | undefined {
  if (!isRecord(body)) return undefined;
  const { type, credentials, autoCollectRequests, settings } = body;
  const fitSettings = FtpSettings.safeParse(settings).data;
  const question = {
    ...(params['id'] !== undefined && { id: params['id'] }),
    ...(type !== undefined && { type: typeof type === 'string' ? type.slice(0, LONGEST_TYPE) : '' }),
    credentials: fitting(recordOf(credentials)),
    hasPassword: typeof recordOf(credentials)['password'] === 'string',
    ...(typeof autoCollectRequests === 'boolean' && { autoCollectRequests }),
    ...(fitSettings && { settings: fitSettings }),
  };
  return explainTarget.input.safeParse(question).data;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const recordOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});

const { contact: _contact, password: _password, ...TOLD } = FtpCredentials.shape;

const fitting = (credentials: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(TOLD).flatMap(([name, schema]) => {
      const { data } = schema.safeParse(credentials[name]);
      return data === undefined ? [] : [[name, data]];
    }),
  );

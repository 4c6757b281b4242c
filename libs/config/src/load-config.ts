import type { z } from 'zod';
import { HINTS, knownSecrets } from './known-secrets.ts';

/** Thrown if the environment does not fit the schema; `message` lists every mistake, never a value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(message: string) {
    super(message);
    // A stack trace does not help whoever has set the environment.
    this.stack = `ConfigError: ${message}`;
  }
}

/**
 * Reads an environment by a schema of its names. Empty values count as absent.
 * @throws ConfigError naming every variable that is missing or wrong
 */
export function readEnvironment<S extends z.ZodType>(schema: S, environment: NodeJS.ProcessEnv): z.output<S> {
  const given = withoutEmpty(environment);
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const mistakes = parsed.error.issues.map((issue): Mistake => {
    const name = issue.path.join('.');
    return [name, given[name] === undefined ? missing(name) : issue.message];
  });
  throw new ConfigError(told(mistakes));
}

/**
 * Reads the environment of a service: outside development its secrets must not be well-known ones.
 * @throws ConfigError naming every variable that is missing or wrong
 */
export function loadConfig<S extends z.ZodType<object>>(
  schema: S,
  environment: NodeJS.ProcessEnv = process.env,
): z.output<S> {
  const config = readEnvironment(schema, environment);
  const known = knownSecrets(withoutEmpty(environment), Object.keys(config));
  if (known.length > 0) throw new ConfigError(told(known));
  return config;
}

type Mistake = [name: string, problem: string];

const withoutEmpty = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));

const missing = (name: string): string =>
  ['is required but not set', ...(HINTS[name] === undefined ? [] : [HINTS[name]])].join('; ');

const told = (mistakes: readonly Mistake[]): string =>
  `The environment is invalid:\n${mistakes.map(([name, problem]) => `  ${name}: ${problem}`).join('\n')}`;

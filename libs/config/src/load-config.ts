import type { z } from 'zod';

/** The environment does not fit the schema; `message` lists every mistake, never a value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(message: string) {
    super(message);
    // Whoever reads this set the environment; where in the code it was read tells them nothing.
    this.stack = `ConfigError: ${message}`;
  }
}

/**
 * Reads the environment against a schema of environment names. Empty values count as absent.
 * @throws ConfigError naming every variable that is missing or wrong
 */
export function loadConfig<S extends z.ZodType>(
  schema: S,
  environment: NodeJS.ProcessEnv = process.env,
): z.output<S> {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const mistakes = parsed.error.issues.map((issue) => {
    const name = issue.path.join('.');
    const missing = given[name] === undefined;
    return `  ${name}: ${missing ? 'is required but not set' : issue.message}`;
  });
  throw new ConfigError(`The environment is not complete:\n${mistakes.join('\n')}`);
}

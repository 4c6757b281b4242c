import { ConfigError, loadConfig } from '@estate/config';
import type { ServiceName } from '@estate/manifests';
import { z } from 'zod';
import type { Secret } from './secrets.ts';

/** A value of an environment: itself, or where it is kept. */
export type Value = string | { secret: string; key: string };

/** A service as it is to be run somewhere. */
export interface Program {
  service: ServiceName;
  env: ReadonlyMap<string, Value>;
  /** The ports that it is known to listen on, by name. */
  ports: Readonly<Record<string, number>>;
  /** Paths that its health is asked at. */
  probes: readonly string[];
}

/** What the code says a service is. */
export interface Code {
  schemas: Readonly<Record<ServiceName, z.ZodObject>>;
  /** Paths that are answered on the internal port. */
  internalPaths: readonly string[];
  secrets: Readonly<Record<string, Secret>>;
}

/** Read by Node and packages, and by no schema. */
const READ_BELOW = new Set(['NODE_ENV']);

/** The variable that says on which port something is listened for, by the name of the port. */
const PORT_VARIABLES: Readonly<Record<string, string>> = {
  internal: 'INTERNAL_PORT',
  http: 'PORT',
  smtp: 'SMTP_PORT',
};

/** Everything about a program that the code knows nothing of, in words. */
export function programProblems(program: Program, code: Code): string[] {
  return [
    ...variableProblems(program, code),
    ...valueProblems(program, code),
    ...portProblems(program),
    ...program.probes
      .filter((path) => !code.internalPaths.includes(path))
      .map((path) => `${program.service} is probed at ${path}, which nobody answers`),
  ];
}

function variableProblems({ service, env }: Program, { schemas, secrets }: Code): string[] {
  const shape: Readonly<Record<string, unknown>> = schemas[service].shape;
  const unknown = [...env.keys()].filter((name) => !(name in shape) && !READ_BELOW.has(name));
  const missing = Object.keys(shape).filter((name) => isRequired(shape[name]) && !env.has(name));
  const nowhere = [...env.values()].flatMap((value) =>
    typeof value === 'string' || secrets[value.secret]?.[value.key] !== undefined
      ? []
      : [`${service} takes ${value.key} from the secret ${value.secret}, which has none`],
  );
  return [
    ...unknown.map((name) => `${service} is given ${name}, which it does not read`),
    ...missing.map((name) => `${service} is not given ${name}, which it requires`),
    ...nowhere,
  ];
}

const isRequired = (field: unknown): boolean =>
  field instanceof z.ZodType && !field.safeParse(undefined).success;

/** What the service itself would say of its environment when it starts; what is missing was said before. */
function valueProblems({ service, env }: Program, { schemas, secrets }: Code): string[] {
  const given = [...env].map(([name, value]) => [
    name,
    typeof value === 'string' ? value : secrets[value.secret]?.[value.key],
  ]);
  try {
    loadConfig(schemas[service], Object.fromEntries(given) as Record<string, string | undefined>);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [...error.message.matchAll(/^ {2}(\w+): (.*)$/gm)]
      .filter(([, name = '']) => env.has(name))
      .map(([, name = '', problem = '']) => `${service} would not start with its ${name}: ${problem}`);
  }
}

function portProblems({ service, env, ports }: Program): string[] {
  return Object.entries(ports).flatMap(([name, port]) => {
    const variable = PORT_VARIABLES[name];
    if (variable === undefined) return [`${service} has a port ${name}, which no variable is known for`];
    const value = env.get(variable);
    return value === String(port)
      ? []
      : [`${service} is expected at port ${port} (${name}), but listens on ${JSON.stringify(value)}`];
  });
}

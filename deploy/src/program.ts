import { ConfigError, loadConfig } from '@estate/config';
import type { ServiceName } from '@estate/manifests';
import type { z } from 'zod';
import type { Secret } from './secrets.ts';

/** A value of an environment, or a reference to its secret. */
export type Value = string | { secret: string; key: string };

/** A service as it is deployed somewhere. */
export interface Program {
  service: ServiceName;
  env: ReadonlyMap<string, Value>;
  /** The ports that it is known to listen on, by name. */
  ports: Readonly<Record<string, number>>;
  /** The paths of its health checks. */
  probes: readonly string[];
}

/** The facts about a service according to its code. */
export interface Code {
  schemas: Readonly<Record<ServiceName, z.ZodObject>>;
  /** The paths on the internal port. */
  internalPaths: readonly string[];
  secrets: Readonly<Record<string, Secret>>;
}

/** Variables that are read by Node and packages, and by no schema. */
const READ_BELOW = new Set(['NODE_ENV', 'NODE_EXTRA_CA_CERTS']);

/** The variables of ports, by the name of the port. */
const PORT_VARIABLES: Readonly<Record<string, string>> = {
  internal: 'INTERNAL_PORT',
  http: 'PORT',
  smtp: 'SMTP_PORT',
  ftp: 'FTP_PORT',
};

/** True if a service listens on a port; a data connection of the FTP server has a port of its range. */
function listensOn(
  name: string,
  port: number,
  started: Readonly<Record<string, string | undefined>>,
): boolean {
  if (!name.startsWith('data-')) return started[PORT_VARIABLES[name] ?? ''] === String(port);
  const [first = 0, last = 0] = (started['FTP_PASSIVE_PORTS'] ?? '').split('-').map(Number);
  return port >= first && port <= last;
}

/** Everything about a program that contradicts the code, in words. */
export function programProblems({ service, env, ports, probes }: Program, code: Code): string[] {
  const { schemas, secrets, internalPaths } = code;
  const shape: Readonly<Record<string, unknown>> = schemas[service].shape;
  const values = [...env].map(
    ([name, value]) =>
      [name, typeof value === 'string' ? value : secrets[value.secret]?.[value.key], value] as const,
  );
  const nowhere = values.flatMap(([, value, from]) =>
    value !== undefined || typeof from === 'string'
      ? []
      : [`${service} takes ${from.key} from the secret ${from.secret}, which has none`],
  );
  const started = Object.fromEntries(values.map(([name, value]) => [name, value]));
  return [
    ...[...env.keys()]
      .filter((name) => !(name in shape) && !READ_BELOW.has(name))
      .map((name) => `${service} is given ${name}, which it does not read`),
    ...nowhere,
    ...mistakesIn(schemas[service], started).map((text) => `${service} would not start with its ${text}`),
    ...Object.entries(ports)
      .filter(([name, port]) => !listensOn(name, port, started))
      .map(([name, port]) => `${service} is expected at port ${port} (${name}), but does not listen there`),
    ...probes
      .filter((path) => !internalPaths.includes(path))
      .map((path) => `${service} is probed at ${path}, which nobody answers`),
  ];
}

/** The mistakes that the service itself would report about its environment when it starts. */
function mistakesIn(schema: z.ZodObject, environment: Record<string, string | undefined>): string[] {
  try {
    loadConfig(schema, environment);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message.split('\n  ').slice(1);
  }
}

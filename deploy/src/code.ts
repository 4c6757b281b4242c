import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isSecret } from '@estate/config';
import { serviceNames } from '@estate/manifests';
import type { ServiceName } from '@estate/manifests';
import { INTERNAL_PATHS } from '@estate/runtime';
import { z } from 'zod';
import type { Code } from './program.ts';
import { KUBERNETES, newSecrets } from './secrets.ts';
import type { Addresses } from './secrets.ts';

/** The facts about every service according to its code; to be called in the root of the workspace. */
export async function readCode(addresses: Addresses = KUBERNETES): Promise<Code> {
  const schemas = await Promise.all(serviceNames.map(async (name) => [name, await schemaOf(name)] as const));
  return {
    schemas: Object.fromEntries(schemas) as Record<ServiceName, z.ZodObject>,
    internalPaths: Object.values(INTERNAL_PATHS),
    secrets: newSecrets(addresses),
  };
}

/** The variables that are marked as secrets. */
export const secretsIn = ({ shape }: z.ZodObject): string[] =>
  Object.keys(shape).filter((name) => isSecret(shape[name] as z.ZodType));

/** The schema of the environment that the `main.ts` of a service loads. @throws Error if there is none */
export async function schemaOf(service: ServiceName): Promise<z.ZodObject> {
  const file = join('apps', service, 'src/config.ts');
  const exported = (await import(pathToFileURL(file).href)) as Record<string, unknown>;
  const schema = Object.entries(exported).find(([name]) => name.endsWith('Config'))?.[1];
  if (!(schema instanceof z.ZodObject)) throw new Error(`${file} exports no schema of an environment`);
  return schema;
}

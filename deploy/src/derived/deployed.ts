import type { z } from 'zod';
import { manifests } from '@estate/manifests';
import { schemaOf, secretsIn } from '../code.ts';
import { factsOf } from './facts.ts';
import type { Facts } from './facts.ts';

/** A service with everything from which its deployment is derived. */
export interface Deployed {
  manifest: (typeof manifests)[number];
  facts: Facts;
  /** The schema of its environment. */
  schema: z.ZodObject;
  /** The variables that come from a Secret. */
  secrets: readonly string[];
  /** True if the schema of its environment has a variable. */
  reads: (variable: string) => boolean;
}

/** Every service; to be called in the root of the workspace. */
export const deployed = (): Promise<Deployed[]> =>
  Promise.all(
    manifests.map(async (manifest) => {
      const schema = await schemaOf(manifest.name);
      const reads = (variable: string) => variable in schema.shape;
      return { manifest, facts: factsOf(manifest.name), schema, secrets: secretsIn(schema), reads };
    }),
  );

/** The secrets of a service, with its name. */
export const namedSecrets = ({ manifest: { name }, secrets }: Deployed) => ({ name, secrets });

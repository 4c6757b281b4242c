import type { z } from 'zod';
import { manifests } from '@estate/manifests';
import { schemaOf } from '../code.ts';
import { factsOf } from './facts.ts';
import type { Facts } from './facts.ts';

/** A service with everything that its deployment is derived from. */
export interface Deployed {
  manifest: (typeof manifests)[number];
  facts: Facts;
  /** The schema of its environment. */
  schema: z.ZodObject;
  /** Whether the schema of its environment has a variable. */
  reads: (variable: string) => boolean;
}

/** Every service; to be called in the root of the workspace. */
export const deployed = (): Promise<Deployed[]> =>
  Promise.all(
    manifests.map(async (manifest) => {
      const schema = await schemaOf(manifest.name);
      const reads = (variable: string) => variable in schema.shape;
      return { manifest, facts: factsOf(manifest.name), schema, reads };
    }),
  );

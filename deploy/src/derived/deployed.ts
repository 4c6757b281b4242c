import { manifests } from '@estate/manifests';
import { schemaOf } from '../code.ts';
import { factsOf } from './facts.ts';
import type { Facts } from './facts.ts';

/** A service with everything that its deployment is derived from. */
export interface Deployed {
  manifest: (typeof manifests)[number];
  facts: Facts;
  /** Whether the schema of its environment has a variable. */
  reads: (variable: string) => boolean;
}

/** Every service; to be called in the root of the workspace. */
export const deployed = (): Promise<Deployed[]> =>
  Promise.all(
    manifests.map(async (manifest) => {
      const { shape } = await schemaOf(manifest.name);
      return { manifest, facts: factsOf(manifest.name), reads: (variable) => variable in shape };
    }),
  );

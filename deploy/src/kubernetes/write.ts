import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { deployed } from '../derived/deployed.ts';
import { addressesIn, newSecrets } from '../secrets.ts';
import { manifestFiles } from './manifest-files.ts';
import { sealedBeside } from './secret-documents.ts';
import { readValues } from './read-values.ts';

/**
 * Writes the kustomize folder of a values file; to be called in the root of the workspace. Returns the number of files. @throws Error for
 * invalid values or secrets
 */
export async function writeManifests(valuesFile: string, directory: string): Promise<number> {
  const values = readValues(parse(readFileSync(valuesFile, 'utf8')));
  // Only the names of the keys are used.
  const secrets = {
    needed: newSecrets(addressesIn(values)),
    sealedIn: sealedBeside(dirname(valuesFile)),
  };
  return writeFiles(manifestFiles({ values, services: await deployed(), secrets }), directory);
}

/** Replaces the content of a folder. Returns the number of files. */
export function writeFiles(files: ReadonlyMap<string, string>, directory: string): number {
  // Files that only an earlier version wrote must not be applied.
  rmSync(directory, { recursive: true, force: true });
  for (const [path, text] of files) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  }
  return files.size;
}

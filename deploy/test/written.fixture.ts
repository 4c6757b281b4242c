import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { writeManifests } from '../src/kubernetes/write.ts';

const made: string[] = [];

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'manifests-'));
  made.push(folder);
  return folder;
}

/** The folder that `npm run manifests` writes for a values file. @throws Error for values that are wrong */
export async function written(valuesFile: string): Promise<string> {
  const folder = join(newFolder(), 'out');
  await writeManifests(valuesFile, folder);
  return folder;
}

/** The same for values of a test. */
export function writtenOf(values: object): Promise<string> {
  const file = join(newFolder(), 'values.yaml');
  writeFileSync(file, stringify(values));
  return written(file);
}

export const removeWritten = (): void => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true });
};

import { deployed } from '../derived/deployed.ts';
import { writeFiles } from '../kubernetes/write.ts';
import { KUBERNETES, newSecrets } from '../secrets.ts';
import { chartFiles } from './chart-files.ts';

/** Writes a chart; to be called in the root of the workspace. Returns the number of files. */
export async function writeChart(version: string, directory: string): Promise<number> {
  // Only the names of the secrets are used.
  const sources = { services: await deployed(), secrets: { needed: newSecrets(KUBERNETES) } };
  return writeFiles(chartFiles(sources, version), directory);
}

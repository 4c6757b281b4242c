import { readFileSync, readdirSync } from 'node:fs';
import { stringify } from 'yaml';
import { namedSecrets } from '../derived/deployed.ts';
import type { Sources } from '../kubernetes/documents.ts';
import { valuesSchema } from '../kubernetes/values-schema.ts';
import { Templates } from './templates.ts';
import { valuesFile } from './values-file.ts';

/** The files that are written by hand. */
const OWN = 'deploy/src/helm/files';

export const CHART_NAME = 'estate';

const chart = (version: string): object => ({
  apiVersion: 'v2',
  name: CHART_NAME,
  type: 'application',
  description: 'Publishes real estate on many platforms with one call',
  version,
  appVersion: version,
  kubeVersion: '>=1.29.0-0',
});

/** The files of a Helm chart, by path; to be called in the root of the workspace. */
export function chartFiles(sources: Sources, version: string): ReadonlyMap<string, string> {
  const own = readdirSync(OWN, { recursive: true, encoding: 'utf8' }).filter((path) => path.includes('.'));
  return new Map([
    ['Chart.yaml', stringify(chart(version))],
    ['values.yaml', valuesFile()],
    ['values.schema.json', `${JSON.stringify(valuesSchema(sources.services.map(namedSecrets)), null, 2)}\n`],
    ...own.map((path) => [`templates/${path}`, readFileSync(`${OWN}/${path}`, 'utf8')] as const),
    ...new Templates(sources).files(),
  ]);
}

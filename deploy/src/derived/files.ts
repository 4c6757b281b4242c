import type { Document } from 'yaml';
import { valuesSchema } from '../kubernetes/values-schema.ts';
import { composeFile } from './compose-file.ts';
import { configurationPage } from './configuration-page.ts';
import { deployed, namedSecrets } from './deployed.ts';
import type { Deployed } from './deployed.ts';
import { withPart } from './template.ts';
import type { DerivedFile } from './template.ts';

/**
 * All files of a deployment that are derived from the manifests and the schemas of the environments; to be called in the root of the
 * workspace.
 */
export async function deploymentFiles(): Promise<DerivedFile[]> {
  const all = await deployed();
  return [
    { path: 'deploy/values/schema.json', text: JSON.stringify(valuesSchema(all.map(namedSecrets))) },
    composeFile(all),
    {
      path: 'docs/configuration.md',
      text: configurationPage(all.map(({ manifest: { name }, schema }) => ({ name, schema }))),
    },
    withPart('deploy/prometheus/prometheus.yml', (document) => {
      scrape(all, document);
    }),
  ];
}

/** The exporters beside the services, with their jobs and the addresses of their metrics. */
const EXPORTERS = [
  { job: 'nats', name: 'nats-exporter', port: 7777 },
  { job: 'node', name: 'node-exporter', port: 9100 },
];

/** Adds a job for each service and each exporter; all metrics are aggregated by job. */
function scrape(all: readonly Deployed[], document: Document): void {
  const places = [
    ...all.map(({ manifest: { name, ports } }) => ({ job: name, name, port: ports.internal })),
    ...EXPORTERS,
  ];
  const jobs = places.map(({ job, name, port }) => ({
    job_name: job,
    dns_sd_configs: [{ names: [name], type: 'A', port, refresh_interval: '15s' }],
  }));
  document.set('scrape_configs', jobs);
}

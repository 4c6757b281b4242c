import { readFileSync } from 'node:fs';
import { serviceNames } from '@estate/manifests';
import { parseDocument } from 'yaml';
import type { Document } from 'yaml';
import type { Deployed } from './deployed.ts';
import type { DerivedFile } from './template.ts';

/** A file that people write, with its derived part made anew; everything else stays, with its comments. */
export function withPart(path: string, change: (document: Document) => void): DerivedFile {
  const document = parseDocument(readFileSync(path, 'utf8')) as Document;
  change(document);
  return { path, text: document.toString({ lineWidth: 0 }) };
}

interface Image {
  name: string;
  newName?: string;
}

/** An image for every service; a new one comes from where the others come from. */
function nameImages(document: Document): void {
  const { images: known } = document.toJS() as { images: Image[] };
  const [{ newName: sample } = {}] = known;
  const made = serviceNames.map((service) => {
    const name = `estate/${service}`;
    const newName = sample?.replace(/[^/]+$/, service);
    return known.find((one) => one.name === name) ?? { ...known[0], name, ...(newName && { newName }) };
  });
  document.set('images', made);
}

/** One job for each service; everything aggregates by it. */
function scrape(all: readonly Deployed[], document: Document): void {
  const jobs = all.map(({ manifest: { name, ports } }) => ({
    job_name: name,
    dns_sd_configs: [{ names: [name], type: 'A', port: ports.internal, refresh_interval: '15s' }],
  }));
  document.set('scrape_configs', jobs);
}

/** Files that also hold what is written by hand. */
export const sharedFiles = (all: readonly Deployed[]): DerivedFile[] => [
  withPart('deploy/prometheus/prometheus.yml', (document) => {
    scrape(all, document);
  }),
  withPart('deploy/k8s/overlays/local/kustomization.yaml', nameImages),
  withPart('deploy/k8s/overlays/production/kustomization.yaml', nameImages),
];

import { OPERATOR, brokerPasswordName, databasePasswordName, serviceNames } from '@estate/manifests';
import type { Document } from 'yaml';
import { clusterService, isScaledByCpu, scaledObject } from './cluster-service.ts';
import { composeFile } from './compose-file.ts';
import { deployed } from './deployed.ts';
import type { Deployed } from './deployed.ts';
import { fromSecret } from './environment.ts';
import { documents, filled, withPart } from './template.ts';
import type { DerivedFile } from './template.ts';

const K8S = 'deploy/k8s';

/** Everything of a deployment that follows from the manifests; to be called in the root of the workspace. */
export async function deploymentFiles(): Promise<DerivedFile[]> {
  const all = await deployed();
  const file = (path: string, made: readonly object[]) => ({ path: `${K8S}/${path}`, text: documents(made) });
  const [scaledByCpu, scaledByWork] = [all.filter(isScaledByCpu), all.filter((one) => !isScaledByCpu(one))];
  const eachOf = (template: string, some = all) =>
    some.flatMap(({ manifest: { name } }) => filled(template, { NAME: name }));
  return [
    ...all.map((one) => file(`services/${one.manifest.name}.yaml`, clusterService(one, all))),
    file('services/kustomization.yaml', [
      {
        apiVersion: 'kustomize.config.k8s.io/v1beta1',
        kind: 'Kustomization',
        resources: all.map(({ manifest: { name } }) => `${name}.yaml`),
      },
    ]),
    file(
      'base/passwords.yaml',
      filled('passwords', {
        BROKER: fromSecret('nats-secrets', [...serviceNames, OPERATOR].map(brokerPasswordName)),
        DATABASE: fromSecret('mongodb-secrets', serviceNames.map(databasePasswordName)),
      }),
    ),
    file('overlays/local/autoscalers.yaml', eachOf('local-autoscaler', scaledByCpu)),
    file('monitoring/service-monitors.yaml', eachOf('service-monitor')),
    file('scaling/scaled-objects.yaml', scaledByWork.flatMap(scaledObject)),
    composeFile(all),
    withPart('deploy/prometheus/prometheus.yml', (document) => {
      scrape(all, document);
    }),
    withPart('deploy/k8s/overlays/local/kustomization.yaml', nameImages),
    withPart('deploy/k8s/overlays/production/kustomization.yaml', nameImages),
  ];
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

import { OPERATOR, brokerPasswordName, databasePasswordName, serviceNames } from '@estate/manifests';
import { clusterService, isScaledByCpu, scaledObject } from './cluster-service.ts';
import { composeFile } from './compose-file.ts';
import { deployed } from './deployed.ts';
import { fromSecret } from './environment.ts';
import { sharedFiles } from './parts.ts';
import { documents, filled } from './template.ts';
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
    ...sharedFiles(all),
  ];
}

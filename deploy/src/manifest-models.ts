import { ScaledObject } from '@kubernetes-models/keda/keda.sh/v1alpha1';
import {
  PrometheusRule,
  ServiceMonitor,
} from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1';
import { Deployment, StatefulSet } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, Namespace, Service } from 'kubernetes-models/v1';
import type { Manifest } from './cluster.ts';

type Model = new (data: never) => { validate(): void };

/** Every kind that may be deployed, with the module that knows its fields. */
const MODELS: Readonly<Record<string, readonly [module: string, model: Model]>> = {
  'v1/ConfigMap': ['kubernetes-models/v1', ConfigMap],
  'v1/Namespace': ['kubernetes-models/v1', Namespace],
  'v1/Service': ['kubernetes-models/v1', Service],
  'apps/v1/Deployment': ['kubernetes-models/apps/v1', Deployment],
  'apps/v1/StatefulSet': ['kubernetes-models/apps/v1', StatefulSet],
  'autoscaling/v2/HorizontalPodAutoscaler': ['kubernetes-models/autoscaling/v2', HorizontalPodAutoscaler],
  'networking.k8s.io/v1/Ingress': ['kubernetes-models/networking.k8s.io/v1', Ingress],
  'networking.k8s.io/v1/NetworkPolicy': ['kubernetes-models/networking.k8s.io/v1', NetworkPolicy],
  'policy/v1/PodDisruptionBudget': ['kubernetes-models/policy/v1', PodDisruptionBudget],
  'keda.sh/v1alpha1/ScaledObject': ['@kubernetes-models/keda/keda.sh/v1alpha1', ScaledObject],
  'monitoring.coreos.com/v1/PrometheusRule': [
    '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1',
    PrometheusRule,
  ],
  'monitoring.coreos.com/v1/ServiceMonitor': [
    '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1',
    ServiceMonitor,
  ],
};

const keyOf = ({ apiVersion, kind }: Manifest): string => `${apiVersion}/${kind}`;

/** Values of a wrong type and missing fields, in words; fields that do not exist are not seen here. */
export const valueProblems = (manifests: readonly Manifest[]): string[] =>
  manifests.flatMap((manifest) => {
    const known = MODELS[keyOf(manifest)];
    if (!known) return [`${keyOf(manifest)} is of no known kind`];
    try {
      new known[1](manifest as never).validate();
      return [];
    } catch (error) {
      const said = error instanceof Error ? error.message : String(error);
      return [`${manifest.kind} ${manifest.metadata.name}: ${said}`];
    }
  });

/** The documents as literals of their types, which a compiler refuses for a field that does not exist. */
export function asTypedSource(manifests: readonly Manifest[]): string {
  const lines = manifests.map((manifest, index) => {
    const [module = ''] = MODELS[keyOf(manifest)] ?? [];
    const type = `import('${module}').I${manifest.kind}`;
    return `export const document${index}: ${type} = ${JSON.stringify(manifest)};`;
  });
  return `${lines.join('\n')}\n`;
}

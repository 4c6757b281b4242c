import type { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import type { Deployment, StatefulSet } from 'kubernetes-models/apps/v1';
import type { CronJob } from 'kubernetes-models/batch/v1';
import type { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import type { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import type { ConfigMap, Service } from 'kubernetes-models/v1';
import type { ScaledObject } from '@kubernetes-models/keda/keda.sh/v1alpha1';
import type { ServiceMonitor } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1';

/** Any document of a cluster. */
export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels?: Record<string, string> };
}

interface Kinds {
  ConfigMap: ConfigMap;
  CronJob: CronJob;
  Deployment: Deployment;
  HorizontalPodAutoscaler: HorizontalPodAutoscaler;
  NetworkPolicy: NetworkPolicy;
  PodDisruptionBudget: PodDisruptionBudget;
  ScaledObject: ScaledObject;
  Service: Service;
  ServiceMonitor: ServiceMonitor;
  StatefulSet: StatefulSet;
}

/** All documents of a kind, which have been validated. */
export const ofKind = <K extends keyof Kinds>(manifests: readonly Manifest[], kind: K): Kinds[K][] =>
  manifests.filter((one) => one.kind === kind) as unknown as Kinds[K][];

export const nameOf = (manifest: { metadata?: { name?: string } | undefined }): string =>
  manifest.metadata?.name ?? '';

/** The documents that start pods. */
export const workloads = (manifests: readonly Manifest[]): (Deployment | StatefulSet)[] => [
  ...ofKind(manifests, 'Deployment'),
  ...ofKind(manifests, 'StatefulSet'),
];

export type Workload = Deployment | StatefulSet;
export type PodSpec = NonNullable<NonNullable<Deployment['spec']>['template']['spec']>;
export type Container = PodSpec['containers'][number];

/** @throws Error for a workload without pods */
export function podSpec(workload: Workload): PodSpec {
  const spec = workload.spec?.template.spec;
  if (!spec) throw new Error(`${nameOf(workload)} starts no pods`);
  return spec;
}

export const containersOf = (workload: Workload): Container[] => [
  ...(podSpec(workload).initContainers ?? []),
  ...podSpec(workload).containers,
];

/** The service of a workload; its container has the same name. */
export const serviceOf = (workload: Workload): string => containersOf(workload)[0]?.name ?? '';

export const podLabels = (workload: Workload): Record<string, string> =>
  workload.spec?.template.metadata?.labels ?? {};

export const selects = (
  selector: Readonly<Record<string, string>> | undefined,
  labels: Readonly<Record<string, string>>,
): boolean => Object.entries(selector ?? {}).every(([key, value]) => labels[key] === value);

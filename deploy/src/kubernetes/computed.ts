import { bytesOf, unlessEmpty } from './parts.ts';
import { WORKLOADS } from './pod-values.ts';
import type { WorkloadName } from './pod-values.ts';
import type { Installed } from './values.ts';

type Pods = Installed['pods'];

/** What follows from the values by more than a copy. The chart computes the same in the language of templates. */
export interface Computed {
  /** The host name of the API. */
  apiHost: string;
  /** What the streams of a broker may take of its volume; the rest is for its other files and the file system. */
  storeBytes: number;
  /** Replicas while KEDA cannot see what waits. */
  fallbackReplicas: number;
  /** Settings of the pods of each workload; those of all pods where it has none of its own. */
  pods: Readonly<Record<WorkloadName, Pods>>;
}

export const computedOf = (values: Installed): Computed => ({
  apiHost: new URL(values.hosts.publicUrl).hostname,
  storeBytes: Math.floor((bytesOf(values.storage.nats) * 9) / 10),
  fallbackReplicas: Math.max(values.replicas.services.min, 3),
  pods: Object.fromEntries(
    WORKLOADS.map((workload) => [workload, podsOf(workload, values)]),
  ) as Computed['pods'],
});

/** A field that is empty counts as not set. */
function podsOf(workload: WorkloadName, { pods, workloads }: Installed): Pods {
  const own = workloads[workload];
  if (!own) return pods;
  const serviceAccount = { ...pods.serviceAccount, ...unlessEmpty(own.serviceAccount) };
  return { ...pods, ...unlessEmpty(own), serviceAccount };
}

import { serviceNames } from '@estate/manifests';
import { z } from 'zod';

/** All workloads with pods, and a Secret of their own. */
export const WORKLOADS = [...serviceNames, 'nats', 'mongodb', 'backup'] as const;
export type WorkloadName = (typeof WORKLOADS)[number];

export const text = (description: string) => z.string().min(1).describe(description);
export const labels = (description: string) =>
  z.record(z.string(), z.string()).default({}).describe(description);

const loose = (description: string) => z.looseObject({}).describe(description);
const account = z
  .strictObject({
    labels: labels('Labels of the ServiceAccount.'),
    annotations: labels('Annotations of the ServiceAccount, for example the role of a cloud provider.'),
  })
  .prefault({});
/** Settings of pods; empty ones count as absent. */
export const Pods = z.strictObject({
  labels: labels('Labels of the pods, beside those of the program.'),
  annotations: labels('Annotations of the pods.'),
  nodeSelector: labels('Labels of the nodes that the pods run on.'),
  tolerations: z
    .array(loose('A toleration of Kubernetes.'))
    .default([])
    .describe('Tolerations of the pods for taints of nodes.'),
  affinity: loose('Affinity of the pods.').optional(),
  priorityClassName: text('Priority class of the pods.').optional(),
  serviceAccount: account,
});

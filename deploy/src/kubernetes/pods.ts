import type { IPodSpec, IPodTemplateSpec, IServiceAccount } from 'kubernetes-models/v1';
import { unlessEmpty } from './parts.ts';
import type { WorkloadName } from './pod-values.ts';
import type { Values } from './values.ts';

/** A workload, and the user of its pods. */
interface Owner {
  app: WorkloadName;
  userId: number;
}

/** The recommended labels, which tools show; nothing selects by them. */
export const recommendedLabels = (name: string) => ({
  'app.kubernetes.io/name': name,
  'app.kubernetes.io/part-of': 'estate',
});

/** A pod template with a user that is not root, no token of the cluster, and the settings of the values. */
export function podTemplate(
  { app, userId }: Owner,
  values: Values,
  { labels: own, ...spec }: IPodSpec & { labels?: Record<string, string> },
): IPodTemplateSpec {
  const { labels, annotations, serviceAccount: _account, ...placement } = values.computed.pods[app];
  const { pullSecrets } = values.images;
  return {
    metadata: {
      labels: { ...labels, ...recommendedLabels(app), app, ...own },
      ...unlessEmpty({ annotations }),
    },
    spec: {
      serviceAccountName: app,
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      ...(pullSecrets.length > 0 && { imagePullSecrets: pullSecrets.map((name) => ({ name })) }),
      securityContext: {
        runAsNonRoot: true,
        runAsUser: userId,
        runAsGroup: userId,
        fsGroup: userId,
        seccompProfile: { type: 'RuntimeDefault' },
      },
      // Any field of Kubernetes may be set there.
      ...(unlessEmpty(placement) as Partial<IPodSpec>),
      ...spec,
    },
  };
}

/** An account without rights in the cluster; cloud providers assign roles to it by annotations. */
export function serviceAccount(app: WorkloadName, values: Values): IServiceAccount {
  const { labels, annotations } = values.computed.pods[app].serviceAccount;
  return {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { name: app, ...unlessEmpty({ labels, annotations }) },
    automountServiceAccountToken: false,
  };
}

import { isDeepStrictEqual } from 'node:util';
import type { Manifest } from './cluster.ts';

/** The immutable fields of Kubernetes, by kind. */
const FIXED: Readonly<Record<string, (spec: Record<string, unknown>) => unknown>> = {
  Deployment: ({ selector }) => ({ selector }),
  StatefulSet: ({ selector, serviceName, podManagementPolicy, volumeClaimTemplates }) => ({
    selector,
    serviceName,
    podManagementPolicy,
    volumeClaimTemplates,
  }),
  PersistentVolumeClaim: ({ accessModes, storageClassName }) => ({ accessModes, storageClassName }),
  Service: ({ clusterIP }) => ({ clusterIP }),
};

/** The immutable fields of an installation, by document. */
export const fixedFields = (manifests: readonly Manifest[]): Record<string, unknown> =>
  Object.fromEntries(
    manifests.flatMap((manifest) => {
      const { kind, metadata, spec = {} } = manifest as Manifest & { spec?: Record<string, unknown> };
      const fixed = FIXED[kind]?.(spec);
      return fixed === undefined
        ? []
        : [[`${kind} ${metadata.name}`, JSON.parse(JSON.stringify(fixed)) as unknown]];
    }),
  );

/** The changes that a cluster would refuse in an upgrade, in words. */
export function upgradeProblems(before: Record<string, unknown>, after: Record<string, unknown>): string[] {
  return Object.entries(before)
    .filter(([name, fields]) => name in after && !isDeepStrictEqual(fields, after[name]))
    .map(([name]) => `${name} has other fields that cannot be changed`);
}

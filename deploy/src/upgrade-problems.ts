import { isDeepStrictEqual } from 'node:util';
import type { Manifest } from './cluster.ts';

/** What Kubernetes lets nobody change, of each kind that has such fields. */
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

/** The fields of an installation that cannot be changed, by document. */
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

/** What a cluster would refuse when an installation is upgraded, in words. */
export function upgradeProblems(before: Record<string, unknown>, after: Record<string, unknown>): string[] {
  return Object.entries(before)
    .filter(([name, fields]) => name in after && !isDeepStrictEqual(fields, after[name]))
    .map(([name]) => `${name} has other fields that cannot be changed`);
}

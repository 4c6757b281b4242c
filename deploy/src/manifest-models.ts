import type { Manifest } from './cluster.ts';

type Model = new (data: Manifest) => { validate(): void };

/** All kinds that may be deployed. */
const KINDS = new Set([
  ...['Certificate', 'CronJob', 'ExternalSecret', 'HTTPRoute', 'PersistentVolumeClaim', 'SealedSecret'],
  ...['ConfigMap', 'Deployment', 'HorizontalPodAutoscaler', 'Ingress', 'Namespace', 'NetworkPolicy'],
  ...[
    'PodDisruptionBudget',
    'PrometheusRule',
    'ScaledObject',
    'Service',
    'ServiceAccount',
    'ServiceMonitor',
    'StatefulSet',
  ],
]);

/** The packages with kinds that are not part of Kubernetes, by the group of their API. */
const PACKAGES: Readonly<Record<string, string>> = {
  'bitnami.com': '@kubernetes-models/sealed-secrets',
  'cert-manager.io': '@kubernetes-models/cert-manager',
  'external-secrets.io': '@kubernetes-models/external-secrets',
  'gateway.networking.k8s.io': '@kubernetes-models/gateway-api',
  'keda.sh': '@kubernetes-models/keda',
  'monitoring.coreos.com': '@kubernetes-models/prometheus-operator',
};

/** The module with the fields of a kind. */
const moduleOf = ({ apiVersion }: Manifest): string =>
  `${PACKAGES[apiVersion.split('/')[0] ?? ''] ?? 'kubernetes-models'}/${apiVersion}`;

/** Values of a wrong type and missing fields, in words; unknown fields are not found here. */
export async function valueProblems(manifests: readonly Manifest[]): Promise<string[]> {
  const problems: string[] = [];
  for (const manifest of manifests) {
    const { apiVersion, kind, metadata } = manifest;
    const models = (await import(moduleOf(manifest)).catch(() => ({}))) as Record<string, Model | undefined>;
    const Known = KINDS.has(kind) ? models[kind] : undefined;
    if (!Known) problems.push(`${apiVersion}/${kind} is of no known kind`);
    else
      try {
        new Known(manifest).validate();
      } catch (error) {
        problems.push(`${kind} ${metadata.name}: ${error instanceof Error ? error.message : String(error)}`);
      }
  }
  return problems;
}

/** The documents as literals of their types, so that a compiler refuses an unknown field. */
export function asTypedSource(manifests: readonly Manifest[]): string {
  const lines = manifests.map((manifest, index) => {
    const type = `import('${moduleOf(manifest)}').I${manifest.kind}`;
    return `export const document${index}: ${type} = ${JSON.stringify(manifest)};`;
  });
  return `${lines.join('\n')}\n`;
}

import { manifests as services } from '@estate/manifests';
import type { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { containersOf, nameOf, ofKind, podLabels, selects, workloads } from './cluster.ts';
import type { Manifest, Workload } from './cluster.ts';

/** Who may call addresses that customers and platforms name. */
const LEAVERS: readonly string[] = services.filter(({ egress }) => egress).map(({ name }) => name);

/** What the policies of the network let through although they should not, or forget, in words. */
export const networkProblems = (manifests: readonly Manifest[], denied: readonly string[]): string[] => {
  const policies = ofKind(manifests, 'NetworkPolicy');
  return [
    ...(policies.some(deniesAll) ? [] : ['there is no policy that denies everything']),
    ...policies.flatMap((policy) => leavingProblems(policy, denied)),
    ...LEAVERS.filter((app) => !policies.some((policy) => leaves(policy) && appOf(policy) === app)).map(
      (app) => `${app} cannot leave`,
    ),
    ...policies.flatMap((policy) => ingressProblems(policy, workloads(manifests))),
  ];
};

const deniesAll = ({ spec }: NetworkPolicy): boolean =>
  Object.keys(spec?.podSelector?.matchLabels ?? {}).length === 0 &&
  spec?.policyTypes?.length === 2 &&
  spec.ingress === undefined &&
  spec.egress === undefined;

const appOf = ({ spec }: NetworkPolicy): string => spec?.podSelector?.matchLabels?.['app'] ?? '(everybody)';

const blocksOf = ({ spec }: NetworkPolicy) =>
  (spec?.egress ?? []).flatMap(({ to = [] }) => to.flatMap(({ ipBlock }) => ipBlock ?? []));

const leaves = (policy: NetworkPolicy): boolean =>
  blocksOf(policy).length > 0 || (policy.spec?.egress ?? []).some(({ to = [] }) => to.length === 0);

/** Public IPv6 addresses all begin with these three bits, so that the others need not be named. */
export const PUBLIC_NETWORKS: Readonly<Record<string, (network: string) => boolean>> = {
  '0.0.0.0/0': (network) => !network.includes(':'),
  '2000::/3': (network) => /^[23][0-9a-f]{3}:/.test(network),
};

function leavingProblems(policy: NetworkPolicy, denied: readonly string[]): string[] {
  if (!leaves(policy)) return [];
  const name = nameOf(policy);
  const everywhere = (policy.spec?.egress ?? []).some(({ to = [] }) => to.length === 0);
  const blocks = blocksOf(policy).flatMap(({ cidr, except = [] }) => {
    const isPart = PUBLIC_NETWORKS[cidr];
    if (!isPart) return [`${name} lets out to ${cidr}`];
    const wanted = denied.filter(isPart);
    return [
      ...wanted
        .filter((network) => !except.includes(network))
        .map((network) => `${name} lets out to ${network}`),
      ...except
        .filter((network) => !wanted.includes(network))
        .map((network) => `${name} keeps from ${network}`),
    ];
  });
  return [
    ...(everywhere ? [`${name} lets out to everywhere`] : []),
    ...(LEAVERS.includes(appOf(policy)) ? [] : [`${name} lets ${appOf(policy)} out`]),
    ...blocks,
  ];
}

/** Ports that are opened but that no pod behind the policy has. */
function ingressProblems(policy: NetworkPolicy, all: readonly Workload[]): string[] {
  const selector = policy.spec?.podSelector?.matchLabels;
  const behind = all.filter((one) => selects(selector, podLabels(one)));
  const open = behind.flatMap((one) =>
    containersOf(one).flatMap(({ ports = [] }) => ports.map(({ containerPort }) => containerPort)),
  );
  return (policy.spec?.ingress ?? [])
    .flatMap(({ ports = [] }) => ports)
    .filter(({ port }) => !open.includes(Number(port)))
    .map(({ port }) => `${nameOf(policy)} opens ${String(port)}, where nobody listens`);
}

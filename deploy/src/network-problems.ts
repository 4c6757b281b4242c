import { isDeepStrictEqual } from 'node:util';
import { DENIED_NETWORKS } from '@estate/egress';
import { manifests as services, serviceNames } from '@estate/manifests';
import type { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { containersOf, nameOf, ofKind, podLabels, selects, serviceOf, workloads } from './cluster.ts';
import type { Manifest, Workload } from './cluster.ts';
import { factsOf } from './derived/facts.ts';
import { OF_SOLVERS, SOLVER_PORT } from './kubernetes/network-parts.ts';

/** Public networks. All public IPv6 addresses begin with these three bits, so that the others need not be listed. */
export const PUBLIC_BLOCKS = Object.entries({
  '0.0.0.0/0': (network: string) => !network.includes(':'),
  '2000::/3': (network: string) => /^[23][0-9a-f]{3}:/.test(network),
}).map(([cidr, isPart]) => ({ cidr, except: DENIED_NETWORKS.filter(isPart) }));

/** Connections that the network policies should not allow, or fail to allow, in words. */
export const networkProblems = (manifests: readonly Manifest[]): string[] => {
  const policies = ofKind(manifests, 'NetworkPolicy');
  const leaving = policies.filter(leaves).map(appOf);
  const appsOf = (...names: readonly string[]) =>
    ofKind(manifests, 'Deployment')
      .filter((one) => names.includes(serviceOf(one)))
      .map((one) => podLabels(one)['app'] ?? '');
  const leavers = appsOf(...serviceNames.filter((name) => factsOf(name).egressPorts.length > 0));
  const keepers = appsOf(...services.flatMap(({ name, database }) => ('bytes' in database ? [name] : [])));
  const reachesS3 = policies.filter((policy) => leavesAt(443, policy)).map(appOf);
  return [
    ...(policies.some(deniesAll) ? [] : ['there is no policy that denies everything']),
    ...leavers.filter((app) => !leaving.includes(app)).map((app) => `${app} cannot leave`),
    ...leaving.filter((app) => !leavers.includes(app)).map((app) => `${app} may leave`),
    ...keepers
      .filter((app) => !reachesS3.includes(app))
      .map((app) => `${app} cannot reach a byte store in S3`),
    ...policies.flatMap(privateBlocks),
    ...policies.flatMap((policy) => ingressProblems(policy, workloads(manifests))),
  ];
};

const deniesAll = ({ spec }: NetworkPolicy): boolean =>
  Object.keys(spec?.podSelector?.matchLabels ?? {}).length === 0 &&
  spec?.policyTypes?.length === 2 &&
  spec.ingress === undefined &&
  spec.egress === undefined;

const appOf = ({ spec }: NetworkPolicy): string => spec?.podSelector?.matchLabels?.['app'] ?? '(everybody)';

type EgressRule = NonNullable<NonNullable<NetworkPolicy['spec']>['egress']>[number];

/** True for DNS queries, which also go to single addresses. */
const isForNames = ({ to = [], ports = [] }: EgressRule): boolean =>
  ports.length > 0 &&
  ports.every(({ port }) => port === 53) &&
  to.every(({ ipBlock }) => !ipBlock || /\/(32|128)$/.test(ipBlock.cidr));

const blocksOf = ({ spec }: NetworkPolicy) =>
  (spec?.egress ?? [])
    .filter((rule) => !isForNames(rule))
    .flatMap(({ to = [] }) => to.flatMap(({ ipBlock }) => ipBlock ?? []));

const leaves = (policy: NetworkPolicy): boolean =>
  blocksOf(policy).length > 0 || (policy.spec?.egress ?? []).some(({ to = [] }) => to.length === 0);

/** True if it allows connections to public networks at a port. */
const leavesAt = (port: number, { spec }: NetworkPolicy): boolean =>
  (spec?.egress ?? []).some(
    ({ to = [], ports = [] }) => to.some(({ ipBlock }) => ipBlock) && ports.some((one) => one.port === port),
  );

/** The opened networks that are not exactly the public ones, in words. */
const privateBlocks = (policy: NetworkPolicy): string[] =>
  blocksOf(policy)
    .filter((block) => !PUBLIC_BLOCKS.some((known) => isDeepStrictEqual(known, block)))
    .map(({ cidr, except = [] }) => `${nameOf(policy)} lets out to ${cidr} except ${except.join(', ')}`);

/** Open ports that no pod behind the policy has. */
function ingressProblems(policy: NetworkPolicy, all: readonly Workload[]): string[] {
  const selector = policy.spec?.podSelector?.matchLabels;
  const behind = all.filter((one) => selects(selector, podLabels(one)));
  const open = behind.flatMap((one) =>
    containersOf(one).flatMap(({ ports = [] }) => ports.map(({ containerPort }) => containerPort)),
  );
  return (policy.spec?.ingress ?? [])
    .flatMap(({ ports = [] }) => ports)
    .filter(({ port }) => !open.includes(Number(port)))
    .filter(({ port }) => !(isDeepStrictEqual(selector, OF_SOLVERS) && port === SOLVER_PORT))
    .map(({ port }) => `${nameOf(policy)} opens ${String(port)}, where nobody listens`);
}

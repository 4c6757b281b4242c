import { containersOf, nameOf, ofKind, podLabels, podSpec, selects, workloads } from './cluster.ts';
import type { Container, Manifest, Workload } from './cluster.ts';

/** References in the documents to missing names, in words. */
export const danglingNames = (manifests: readonly Manifest[]): string[] => [
  ...serviceProblems(manifests),
  ...targetProblems(manifests),
  ...sessionProblems(manifests),
  ...volumeProblems(manifests),
];

function serviceProblems(manifests: readonly Manifest[]): string[] {
  const all = workloads(manifests);
  const services = ofKind(manifests, 'Service');
  const dangling = services.flatMap((service) => {
    const behind = all.filter((one) => selects(service.spec?.selector, podLabels(one)));
    const open = behind.flatMap((one) => containersOf(one).flatMap(({ ports = [] }) => ports));
    const ports = service.spec?.ports ?? [];
    return ports
      .filter(({ targetPort, port }) =>
        open.every(({ name, containerPort }) => ![name, containerPort].includes(targetPort ?? port)),
      )
      .map(({ name, port }) => `Service ${nameOf(service)}: nobody listens on ${name ?? String(port)}`);
  });
  const monitors = ofKind(manifests, 'ServiceMonitor').flatMap((monitor) => {
    const { selector, endpoints } = monitor.spec;
    const seen = services.filter((one) => selects(selector.matchLabels, one.metadata?.labels ?? {}));
    return endpoints
      .filter(({ port }) => !seen.some((one) => one.spec?.ports?.some(({ name }) => name === port)))
      .map(({ port = '' }) => `ServiceMonitor ${nameOf(monitor)}: no Service has a port ${port}`);
  });
  return [...dangling, ...monitors];
}

/** Problems of sessions: control and data connections of a session have different ports, which are balanced separately. */
function sessionProblems(manifests: readonly Manifest[]): string[] {
  const scaled = [...ofKind(manifests, 'HorizontalPodAutoscaler'), ...ofKind(manifests, 'ScaledObject')];
  const scaledNames = new Set(scaled.map(({ spec }) => spec.scaleTargetRef.name));
  const passive = ofKind(manifests, 'Service').filter(({ spec }) =>
    spec?.ports?.some(({ name }) => name?.startsWith('data-')),
  );
  return passive
    .filter((service) => {
      const [only, ...others] = workloads(manifests).filter((one) =>
        selects(service.spec?.selector, podLabels(one)),
      );
      return !only || others.length > 0 || scaledNames.has(nameOf(only)) || !isNeverTwice(only);
    })
    .map((service) => `Service ${nameOf(service)}: the connections of a session can reach several pods`);
}

const isNeverTwice = ({ kind, spec }: Workload): boolean =>
  kind === 'Deployment' && spec?.replicas === 1 && 'strategy' in spec && spec.strategy.type === 'Recreate';

function targetProblems(manifests: readonly Manifest[]): string[] {
  const all = workloads(manifests);
  const names = all.map(nameOf);
  const scaled = [
    ...ofKind(manifests, 'HorizontalPodAutoscaler').map((one) => [nameOf(one), one.spec.scaleTargetRef.name]),
    ...ofKind(manifests, 'ScaledObject').map((one) => [nameOf(one), one.spec.scaleTargetRef.name]),
  ];
  const budgets = ofKind(manifests, 'PodDisruptionBudget');
  return [
    ...scaled
      .filter(([, target]) => !names.includes(target ?? ''))
      .map(([name = '', target = '']) => `${name} scales ${target}, which is not there`),
    ...all
      .filter((one) => !budgets.some((budget) => selects(budget.spec?.selector?.matchLabels, podLabels(one))))
      .map((one) => `${nameOf(one)} has no budget for disruptions`),
  ];
}

function volumeProblems(manifests: readonly Manifest[]): string[] {
  const maps = new Set(ofKind(manifests, 'ConfigMap').map(nameOf));
  return workloads(manifests).flatMap((workload) => {
    const { volumes = [] } = podSpec(workload);
    const claims = 'volumeClaimTemplates' in (workload.spec ?? {}) ? ['data'] : [];
    const known = new Set([...volumes.map(({ name }) => name), ...claims]);
    const unknown = containersOf(workload)
      .flatMap(({ volumeMounts = [] }) => volumeMounts)
      .filter(({ name }) => !known.has(name))
      .map(({ name }) => `${nameOf(workload)} mounts ${name}, which it does not have`);
    const missing = volumes
      .filter(({ configMap }) => configMap && !maps.has(configMap.name ?? ''))
      .map(
        ({ configMap }) =>
          `${nameOf(workload)} mounts the ConfigMap ${configMap?.name ?? ''}, which is not there`,
      );
    return [...unknown, ...missing];
  });
}

/** Rights of a workload beyond the required ones, in words. */
export const rightsProblems = (manifests: readonly Manifest[]): string[] =>
  workloads(manifests).flatMap((workload) => [
    ...podRights(workload),
    ...containersOf(workload).flatMap((container) => containerRights(container, nameOf(workload))),
  ]);

function podRights(workload: Workload): string[] {
  const { securityContext, automountServiceAccountToken, topologySpreadConstraints } = podSpec(workload);
  const name = nameOf(workload);
  return [
    ...(securityContext?.runAsNonRoot === true ? [] : [`${name} may run as root`]),
    ...(securityContext?.seccompProfile?.type === 'RuntimeDefault' ? [] : [`${name} has no seccomp profile`]),
    ...(automountServiceAccountToken === false ? [] : [`${name} gets a token of the cluster`]),
    ...(topologySpreadConstraints?.length ? [] : [`${name} is not spread`]),
  ];
}

function containerRights({ name, securityContext, resources }: Container, workload: string): string[] {
  const who = `${workload}/${name}`;
  const { readOnlyRootFilesystem, allowPrivilegeEscalation, capabilities } = securityContext ?? {};
  const named = resources?.requests?.['cpu'] !== undefined && resources.limits?.['memory'] !== undefined;
  const wrong: readonly (readonly [boolean, string])[] = [
    [readOnlyRootFilesystem !== true, 'may write to its root'],
    [allowPrivilegeEscalation !== false, 'may gain privileges'],
    [capabilities?.drop?.includes('ALL') !== true, 'keeps capabilities'],
    [!named, 'names no resources'],
  ];
  return wrong.filter(([is]) => is).map(([, what]) => `${who} ${what}`);
}

import type { z } from 'zod';
import { serviceNames } from '@estate/manifests';
import type { ServiceName } from '@estate/manifests';
import { secretsIn } from './code.ts';
import { containersOf, nameOf, ofKind, serviceOf } from './cluster.ts';
import type { Container, Manifest, Workload } from './cluster.ts';
import type { Program, Value } from './program.ts';

/** ConfigMaps by name. */
export type Settings = ReadonlyMap<string, Readonly<Record<string, string>>>;

export const settingsOf = (manifests: readonly Manifest[]): Settings =>
  new Map(ofKind(manifests, 'ConfigMap').map((map) => [nameOf(map), map.data ?? {}]));

/** The services as a cluster would run them. @throws Error for a missing one */
export function clusterPrograms(manifests: readonly Manifest[]): Program[] {
  const settings = settingsOf(manifests);
  const deployments = ofKind(manifests, 'Deployment');
  return serviceNames.flatMap((service) => {
    const own = deployments.filter((one) => serviceOf(one) === service);
    if (own.length === 0) throw new Error(`There is no Deployment of ${service}`);
    return own.map((deployment) => programOf(service, deployment, settings));
  });
}

function programOf(service: ServiceName, deployment: Workload, settings: Settings): Program {
  const [container] = containersOf(deployment);
  if (!container) throw new Error(`${service} has no container`);
  const ports = (container.ports ?? []).map(({ name = '', containerPort }) => [name, containerPort]);
  const probes = [container.startupProbe, container.livenessProbe, container.readinessProbe];
  return {
    service,
    env: environmentOf(container, settings),
    ports: Object.fromEntries(ports) as Record<string, number>,
    probes: probes.map((probe) => probe?.httpGet?.path ?? '(nowhere)'),
  };
}

/** The environment of a container; a key that a ConfigMap lacks, and one that a secret may lack, count as missing. */
export function environmentOf(container: Container, settings: Settings): Map<string, Value> {
  const shared = (container.envFrom ?? []).flatMap(({ configMapRef }) =>
    Object.entries(settings.get(configMapRef?.name ?? '') ?? {}),
  );
  const own = (container.env ?? []).flatMap((variable): [string, Value][] => {
    const value = valueOf(variable, settings);
    return value === undefined ? [] : [[variable.name, value]];
  });
  return new Map<string, Value>([...shared, ...own]);
}

type Variable = NonNullable<Container['env']>[number];

function valueOf({ value, valueFrom }: Variable, settings: Settings): Value | undefined {
  const { secretKeyRef: secret, configMapKeyRef: setting } = valueFrom ?? {};
  if (secret?.optional) return undefined;
  if (secret) return { secret: secret.name ?? '', key: secret.key };
  return value ?? settings.get(setting?.name ?? '')?.[setting?.key ?? ''];
}

/** Secrets of services that their pods do not take from a Secret, in words. */
export const openSecrets = (
  manifests: readonly Manifest[],
  schemas: Readonly<Record<ServiceName, z.ZodObject>>,
): string[] =>
  ofKind(manifests, 'Deployment').flatMap((deployment) => {
    const given = containersOf(deployment)[0]?.env ?? [];
    return secretsIn(schemas[serviceOf(deployment) as ServiceName])
      .filter((secret) => {
        const [one, ...more] = given.filter(({ name }) => name === secret);
        return !one?.valueFrom?.secretKeyRef || more.length > 0;
      })
      .map((secret) => `${nameOf(deployment)} does not take ${secret} from one Secret`);
  });

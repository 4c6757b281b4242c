import type { IContainer, IPodSpec, IService } from 'kubernetes-models/v1';
import type { Resources } from '../derived/facts.ts';
import type { WorkloadName } from './pod-values.ts';
import type { Values } from './values.ts';

/** The kind of a document, and the version of its API. */
export interface Named {
  apiVersion: string;
  kind: string;
}

export const labelled = (app: string) => ({ app });
export const matching = (app: string) => ({ matchLabels: { app } });

/** Lets the members of a store find each other, ready or not. */
export const peersOf = (app: string, ports: { name: string; port: number }[]): IService => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: `${app}-peers`, labels: labelled(app) },
  spec: { clusterIP: 'None', publishNotReadyAddresses: true, selector: labelled(app), ports },
});

/** Removes all rights that a container does not need. */
export const restricted: NonNullable<IContainer['securityContext']> = {
  allowPrivilegeEscalation: false,
  readOnlyRootFilesystem: true,
  capabilities: { drop: ['ALL'] },
};

/** Spreads pods over zones, and over machines; strictly if a lost machine must not take several replicas. */
export const spread = (
  app: string,
  overMachines: 'DoNotSchedule' | 'ScheduleAnyway' = 'ScheduleAnyway',
): NonNullable<IPodSpec['topologySpreadConstraints']> =>
  (
    [
      ['kubernetes.io/hostname', overMachines],
      ['topology.kubernetes.io/zone', 'ScheduleAnyway'],
    ] as const
  ).map(([topologyKey, whenUnsatisfiable]) => ({
    maxSkew: 1,
    topologyKey,
    whenUnsatisfiable,
    labelSelector: matching(app),
  }));

export const resourcesOf = ({
  cpu,
  memory,
  memoryLimit,
}: Resources): NonNullable<IContainer['resources']> => ({
  requests: { cpu, memory },
  limits: { memory: memoryLimit },
});

/** Resources of containers that hardly do anything. */
export const SMALL: Resources = { cpu: '10m', memory: '32Mi', memoryLimit: '128Mi' };

type Filled<T> = { [K in keyof T]?: NonNullable<T[K]> };

/** The fields with content. */
export const unlessEmpty = <T extends object>(fields: T): Filled<T> =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) => value !== undefined && Object.keys(value as object).length > 0,
    ),
  ) as Filled<T>;

/** The Secret of a program, under its default name or that of the values. */
export const secretOf = (program: WorkloadName, { secretNames }: Values): string =>
  secretNames[`${program}-secrets`] ?? `${program}-secrets`;

type Env = NonNullable<IContainer['env']>;

/** Variables with the same names as their keys in a secret. */
export const fromSecret = (secret: string, names: readonly string[], how: { optional?: true } = {}): Env =>
  names.map((name) => ({ name, valueFrom: { secretKeyRef: { name: secret, key: name, ...how } } }));

/** The file with the certificates of the operator's own authorities. */
export const AUTHORITIES_FILE = '/authorities/ca.crt';

/** The volume with these certificates, if there are any. */
export const authoritiesOf = ({ network: { authorities } }: Values) =>
  authorities === undefined
    ? []
    : [
        {
          volume: {
            name: 'authorities',
            secret: { secretName: authorities, items: [{ key: 'ca.crt', path: 'ca.crt' }] },
          },
          mount: { name: 'authorities', mountPath: '/authorities', readOnly: true },
        },
      ];

/** A volume claim of a StatefulSet. */
export const claim = (name: string, storage: string, { storage: { className } }: Values) => ({
  apiVersion: 'v1' as const,
  kind: 'PersistentVolumeClaim' as const,
  metadata: { name },
  spec: {
    accessModes: ['ReadWriteOnce' as const],
    ...(className !== undefined && { storageClassName: className }),
    resources: { requests: { storage } },
  },
});

/** The bytes of a quantity such as `20Gi`. */
export function bytesOf(quantity: string): number {
  const exponent = ['Mi', 'Gi', 'Ti'].indexOf(quantity.slice(-2)) + 2;
  return Number.parseInt(quantity, 10) * 1024 ** exponent;
}

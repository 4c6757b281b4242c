import type { Values } from './values.ts';

/** Selects the pods of a program. */
export const podsOf = (app: string) => ({ podSelector: { matchLabels: { app } } });

/** Selects the pods of every service. */
export const ofServices = { podSelector: { matchLabels: { 'estate/kind': 'service' } } };

/** Selects the pods with which cert-manager answers an authority over HTTP (HTTP-01). */
export const OF_SOLVERS = { 'acme.cert-manager.io/http01-solver': 'true' };
export const SOLVER_PORT = 8089;

export const inNamespace = (name: string) => ({
  namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': name } },
});

export const tcp = (...ports: readonly { port: number; endPort?: number }[]) =>
  ports.map((port) => ({ protocol: 'TCP' as const, ...port }));

type External = Pick<NonNullable<Values['database']['external']>, 'networks' | 'ports'> | undefined;

/** Allows connections to the included database or broker, or to the external one. */
export const toStore = (app: 'mongodb' | 'nats', port: number, external: External) =>
  external
    ? {
        to: external.networks.map((cidr) => ({ ipBlock: { cidr } })),
        ports: tcp(...external.ports.map((one) => ({ port: one }))),
      }
    : { to: [podsOf(app)], ports: tcp({ port }) };

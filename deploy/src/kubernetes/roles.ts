import type { Deployed } from '../derived/deployed.ts';

/** A group of equal pods of a service. */
export interface Role {
  /** The label of the pods, and the name of their documents. */
  app: string;
  /** The service with the ports of these pods. */
  service: Deployed;
  /** True if there must never be two of them. */
  isSingle: boolean;
}

/**
 * The groups of a service's pods. The FTP server has a separate pod: the data connections of a session must reach the process of the
 * session, and load balancers decide separately for each port.
 */
export function rolesOf(service: Deployed): Role[] {
  const { name, ports } = service.manifest;
  const { ftp, ...others } = ports;
  const role = { app: name, service, isSingle: false };
  if (ftp === undefined) return [role];
  return [
    { ...role, service: withPorts(service, others) },
    { app: `${name}-ftp`, service: withPorts(service, { internal: ports.internal, ftp }), isSingle: true },
  ];
}

const withPorts = ({ manifest, ...service }: Deployed, ports: Deployed['manifest']['ports']): Deployed => ({
  ...service,
  manifest: { ...manifest, ports },
});

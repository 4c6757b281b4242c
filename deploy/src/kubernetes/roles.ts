import type { Deployed } from '../derived/deployed.ts';

/** Pods of a service that are alike. */
export interface Role {
  /** The label of the pods, and the name of their documents. */
  app: string;
  /** With the ports that these pods listen on. */
  service: Deployed;
  /** Whether there are never two of them. */
  isSingle: boolean;
}

/**
 * The FTP server has a pod of its own. The data connections of a session must reach the process of the session, and load balancers
 * decide anew for each port.
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

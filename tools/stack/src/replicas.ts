import { join } from 'node:path';
import { manifests } from '@estate/manifests';
import type { ServiceName } from '@estate/manifests';
import type { Child } from './child.ts';
import { replicaChild } from './infrastructure.ts';
import type { Place, ServiceEnvironment } from './infrastructure.ts';
import { freePort } from '@estate/testing/free-port';

/** A further process of a service. */
export interface Replica {
  child: Child;
  internalPort: number;
  /** The port of the API, for gateways only. */
  apiPort?: number;
}

interface Running {
  place: Place;
  environments: Record<ServiceName, ServiceEnvironment>;
  envOf?: Partial<Record<ServiceName, Record<string, string>>> | undefined;
  /** The processes of the stack; a replica is added before it starts. */
  children: Map<string, Child>;
}

/** Starts further processes of a stack's services (`catalog-2`, then `catalog-3`), with their own ports and directories. */
export function replicator({ place, environments, envOf, children }: Running) {
  const last = new Map<ServiceName, number>();
  return async (name: ServiceName): Promise<Replica> => {
    const number = (last.get(name) ?? 1) + 1;
    last.set(name, number);
    const as = `${name}-${String(number)}`;
    const [internalPort, ownPort] = [await freePort(), await freePort()];
    const env = {
      ...environments[name],
      ...envOf?.[name],
      ...own(name, join(place.data, as), ownPort),
      INTERNAL_PORT: String(internalPort),
    };
    const child = replicaChild(place, { name, as, env });
    children.set(as, child);
    await child.start();
    return { child, internalPort, ...(name === 'api-gateway' && { apiPort: ownPort }) };
  };
}

/** Settings that two processes of a service on one machine cannot share. */
function own(name: ServiceName, directory: string, port: number): Record<string, string> {
  const ports = manifests.find((one) => one.name === name)?.ports;
  return {
    ...(ports?.http !== undefined && { PORT: String(port) }),
    ...(ports?.smtp !== undefined && { SMTP_PORT: String(port) }),
    ...(ports?.ftp !== undefined && { FTP_PORT: String(port), FTP_DIRECTORY: join(directory, 'ftp') }),
  };
}

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startSandbox } from '../../test-support/sandbox-process.ts';
import { readZip } from './read-zip.ts';

/** A package as the portal imported it. */
export interface PortalPackage {
  id: string;
  verdict: 'accepted' | 'rejected';
  reason?: string;
  document?: string;
  changes: readonly { number: string; action: 'set' | 'delete' }[];
}

/** The portal of the sandbox, which imports every package that it receives. */
export interface PortalProcess {
  ftpPort: number;
  packages(user: string): Promise<PortalPackage[]>;
  /** The objects that the portal shows of an account, with their numbers. */
  objects(user: string): Promise<{ number: string; title?: string; revision: number }[]>;
  /** Makes the portal report to a user from now on. */
  report(order: object): Promise<void>;
  /** The document of a package that arrived. */
  document(user: string, taken: PortalPackage): Promise<Buffer>;
  stop(): Promise<void>;
}

/** Starts it with an account for each name; the password is `secret`. */
export async function startPortalProcess(users: readonly string[]): Promise<PortalProcess> {
  const accounts = users.flatMap((user) => ['--user', `${user}:secret`]);
  const { directory, output, stop, url } = await startSandbox('ftp-portal', ...accounts);
  const read = async <T>(path: string): Promise<T> => {
    const response = await fetch(`${url}${path}`);
    if (!response.ok) throw new Error(`${path} was answered with ${response.status}`);
    return (await response.json()) as T;
  };
  return {
    ftpPort: Number(/^ftp: \S+:(\d+)$/m.exec(output)?.[1]),
    packages: (user) => read(`/api/packages?user=${user}`),
    objects: (user) => read(`/api/objects?user=${user}`),
    async report(order) {
      const headers = { 'content-type': 'application/json' };
      const { status } = await fetch(`${url}/api/reports`, {
        method: 'PUT',
        headers,
        body: JSON.stringify(order),
      });
      if (status !== 204) throw new Error(`the order was answered with ${status}`);
    },
    async document(user, { document = '', id }) {
      const files = await readZip(await readFile(join(directory, user, 'packages', `${id}.zip`)));
      const found = files.get(document);
      if (!found) throw new Error(`the package ${id} has no document`);
      return found;
    },
    stop,
  };
}

import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

/** The wanted port when it is free, any free one otherwise (0 always means any). */
export async function freePort(wanted = 0): Promise<number> {
  try {
    return await tryPort(wanted);
  } catch {
    return tryPort(0);
  }
}

/** @throws Error when the port is taken */
export function tryPort(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const { port: taken } = server.address() as AddressInfo;
      server.close(() => {
        resolve(taken);
      });
    });
  });
}

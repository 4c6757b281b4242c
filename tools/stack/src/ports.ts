import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ports that systems hand out to outgoing connections, so that a port stays free while its owner restarts. */
const LOWEST = 20_000;
/** Ports of data connections of the FTP server of import sources, which looks for free ones there by itself. */
export const DATA_PORTS = { first: 30_000, last: 30_099 } as const;
const HIGHEST = DATA_PORTS.first;
/** Systems that start at the same moment look in different places: a port is free until its owner listens. */
const SLICES = 40;
const SLICE_PORTS = (HIGHEST - LOWEST) / SLICES;
const FIRST = LOWEST + (process.pid % SLICES) * SLICE_PORTS;
const ATTEMPTS = 1000;
const given = new Set<number>();

/** The wanted port when it is free, otherwise another free one that this process was not given before. */
export async function freePort(wanted?: number): Promise<number> {
  if (wanted !== undefined && (await isFree(wanted))) return wanted;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = randomInt(FIRST, FIRST + SLICE_PORTS);
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    return port;
  }
  const range = `between ${String(FIRST)} and ${String(FIRST + SLICE_PORTS - 1)}`;
  throw new Error(`No free port ${range} was found in ${String(ATTEMPTS)} attempts.`);
}

/** Whether nobody listens on the port. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => {
      resolve(false);
    });
    server.listen(port, '127.0.0.1', () => {
      server.close(() => {
        resolve(true);
      });
    });
  });
}

import { createServer } from 'node:net';
import type { Server } from 'node:net';

/** The lowest port: below the ports that systems assign to outgoing connections, so that a port stays free while its owner restarts. */
const LOWEST = 20_000;
/** The end of the range: from here on, programs look for free ports by themselves. */
const HIGHEST = 30_000;
const SLICES = 25;
const SLICE_PORTS = (HIGHEST - LOWEST) / SLICES;
let slice: Promise<number> | undefined;
/** The number of ports that were given or tried, from the first one on and around again. */
let turn = 0;

/** The wanted port if it is free, otherwise the next free one of this process. @throws Error if there is none */
export async function freePort(wanted?: number): Promise<number> {
  if (wanted !== undefined && (await isFree(wanted))) return wanted;
  slice ??= claimSlice();
  const first = await slice;
  const last = SLICE_PORTS - 1;
  for (let tried = 0; tried < last; tried += 1) {
    const port = first + 1 + (turn++ % last);
    if (await isFree(port)) return port;
  }
  throw new Error(`None of the ports between ${String(first + 1)} and ${String(first + last)} is free.`);
}

/**
 * The first port of a slice that is reserved for this process while it lives: it listens there, and others try the next slice. A port of a
 * restarting service is free for a moment; no other stack may take it then.
 */
async function claimSlice(): Promise<number> {
  for (let nth = 0; nth < SLICES; nth += 1) {
    const first = LOWEST + ((process.pid + nth) % SLICES) * SLICE_PORTS;
    const claim = await listenAt(first);
    if (!claim) continue;
    claim.unref();
    return first;
  }
  throw new Error(`All ${String(SLICES)} slices of the ports from ${String(LOWEST)} are taken.`);
}

/** True if nobody listens on the port. */
export async function isFree(port: number): Promise<boolean> {
  const server = await listenAt(port);
  if (!server) return false;
  await new Promise((resolve) => server.close(resolve));
  return true;
}

/** Listens at a port; undefined if somebody else does. */
function listenAt(port: number): Promise<Server | undefined> {
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', () => {
      resolve(undefined);
    });
    server.listen(port, '127.0.0.1', () => {
      resolve(server);
    });
  });
}

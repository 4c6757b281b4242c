import type { Socket } from 'node:net';

/** One connection that was begun: where it leads and what its parts took, in milliseconds, as far as it came. */
export interface Dial {
  readonly startedMs: number;
  /** The address that was dialled. */
  address?: string;
  dnsMs?: number;
  connectMs?: number;
  tlsMs?: number;
  /** When requests could be sent over it, on the clock of `startedMs`. */
  readyMs?: number;
}

export const beginDial = (): Dial => ({ startedMs: performance.now() });

/** Watches a socket from the moment its connection is begun; `literal` is the host when it is an address already. */
export function watchDial(dial: Dial, socket: Socket, literal: string | undefined): void {
  if (literal !== undefined) dial.address = literal;
  let atMs = dial.startedMs;
  const lap = (): number => {
    const nowMs = performance.now();
    const tookMs = nowMs - atMs;
    atMs = nowMs;
    return tookMs;
  };
  socket.once('lookup', (_error: unknown, address?: string) => {
    dial.dnsMs = lap();
    if (address !== undefined) dial.address = address;
  });
  socket.once('connect', () => {
    dial.connectMs = lap();
    dial.address = socket.remoteAddress ?? dial.address ?? '';
    dial.readyMs = atMs;
  });
  socket.once('secureConnect', () => {
    dial.tlsMs = lap();
    dial.readyMs = atMs;
  });
}

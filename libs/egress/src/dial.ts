import type { Socket } from 'node:net';

/** A dialled connection: its address and the duration of its parts in milliseconds, as far as it got. */
export interface Dial {
  readonly startedMs: number;
  /** The address that was dialled. */
  address?: string;
  dnsMs?: number;
  connectMs?: number;
  tlsMs?: number;
  /** The time when it was ready for requests, on the clock of `startedMs`. */
  readyMs?: number;
}

export const beginDial = (): Dial => ({ startedMs: performance.now() });

/** Measures a socket from the start of its connection; `literal` is the host if it is an IP address. */
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

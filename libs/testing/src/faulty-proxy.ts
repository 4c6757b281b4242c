import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

export interface FaultyProxy {
  port: number;
  /** Stops passing data in both directions; connections stay open, and new ones are accepted. */
  freeze(): void;
  /** Passes waiting and later data again. */
  thaw(): void;
  /** Delays each chunk by a time, in order. */
  slow(delayMs: number): void;
  /** Resets open connections. */
  reset(): void;
  /** Resets open connections and accepts no more. */
  close(): Promise<void>;
}

/** Delays deliveries in order: nothing overtakes an earlier delayed one, even if the delay was removed meanwhile. */
function delaying(delayMs: () => number): (deliver: () => void) => void {
  const waiting: (() => void)[] = [];
  let lastDueMs = 0;
  return (deliver) => {
    const now = Date.now();
    lastDueMs = Math.max(lastDueMs, now + delayMs());
    if (waiting.length === 0 && lastDueMs <= now) {
      deliver();
      return;
    }
    waiting.push(deliver);
    setTimeout(() => waiting.shift()?.(), lastDueMs - now);
  };
}

/** Starts a proxy in front of a server that can simulate failures of the network. */
export async function startFaultyProxy(target: { port: number; host?: string }): Promise<FaultyProxy> {
  const open = new Set<Socket>();
  let delayMs = 0;
  let isFrozen = false;
  const held: (() => void)[] = [];
  const pass = (deliver: () => void) => {
    if (isFrozen) held.push(deliver);
    else deliver();
  };
  const forward = (from: Socket, to: Socket) => {
    const inOrder = delaying(() => delayMs);
    open.add(from);
    from.on('error', () => undefined);
    from.on('close', () => {
      open.delete(from);
      inOrder(() => {
        pass(() => to.destroy());
      });
    });
    from.on('data', (chunk) => {
      inOrder(() => {
        pass(() => to.write(chunk));
      });
    });
  };
  const server = createServer((client) => {
    const upstream = connect({ host: '127.0.0.1', ...target });
    forward(client, upstream);
    forward(upstream, client);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const reset = () => {
    held.length = 0;
    for (const socket of open) socket.resetAndDestroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    freeze: () => {
      isFrozen = true;
    },
    thaw: () => {
      isFrozen = false;
      for (const deliver of held.splice(0)) deliver();
    },
    slow: (ms) => {
      delayMs = ms;
    },
    reset,
    close: async () => {
      reset();
      server.close();
      await once(server, 'close');
    },
  };
}

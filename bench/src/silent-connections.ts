import { connect } from 'node:net';
import type { Socket } from 'node:net';

const AGAIN_MS = 20;

/** Loopback addresses, as that many attackers without a login. */
export const attackers = (count: number): string[] =>
  Array.from({ length: count }, (_, number) => `127.0.0.${String(11 + number)}`);

interface Attackers {
  port: number;
  addresses: readonly string[];
  connectionsEach: number;
}

/** Holds connections that send nothing, and connects again whenever one is lost. */
export function holdSilently({ port, addresses, connectionsEach }: Attackers) {
  const sockets = new Set<Socket>();
  let [count, isHolding] = [0, true];
  const hold = (localAddress: string) => {
    if (!isHolding) return;
    count += 1;
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    sockets.add(socket);
    socket.on('error', () => undefined).resume();
    socket.once('close', () => {
      sockets.delete(socket);
      setTimeout(hold, AGAIN_MS, localAddress);
    });
  };
  for (const address of addresses) for (let number = 0; number < connectionsEach; number += 1) hold(address);
  return {
    count: () => count,
    end: () => {
      isHolding = false;
      for (const socket of sockets) socket.destroy();
    },
  };
}
